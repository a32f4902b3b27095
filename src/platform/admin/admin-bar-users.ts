import type { FastifyRequest } from 'fastify';
import type { Shop } from '#platform/features/shop.ts';
import { findStaffOfRequest, isPermitted } from '#platform/sessions/actor.ts';
import { openBackOffice } from './admin.ts';

/**
 * Whether a request comes from somebody who has the admin bar on pages of the shop: staff who may open the back office.
 * They alone are told why a part of a page could not be loaded.
 */
export async function isAdminBarUser(shop: Shop, request: FastifyRequest): Promise<boolean> {
  const staff = await findStaffOfRequest(shop, request);
  return staff !== null && isPermitted(staff, openBackOffice.name);
}
