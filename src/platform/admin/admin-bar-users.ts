import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { findStaffOfRequest, isPermitted } from '#platform/sessions/actor.ts';
import { openBackOffice } from './admin.ts';

/**
 * Whether a request comes from a member of staff who may open the back office: only these get the admin bar on pages
 * of the shop, and the reason why a part of a page could not be loaded.
 */
export async function isAdminBarUser(shop: Shop, request: FastifyRequest): Promise<boolean> {
  const staff = await findStaffOfRequest(shop, request);
  return staff !== null && isPermitted(staff, openBackOffice.name);
}
