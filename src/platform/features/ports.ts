/**
 * Data or behaviour that a feature requests from other features: its owner declares the port, other features
 * provide implementations. A function that may read takes `db` from its caller: the open
 * transaction or the pool, never another connection.
 */
export interface Port<Implementation> {
  readonly name: string;
  /** Never set: the property carries the type. */
  readonly types?: (implementation: Implementation) => void;
}

export interface Provision {
  readonly port: string;
  readonly implementation: unknown;
}

export function definePort<Implementation>(name: string): Port<Implementation> {
  return { name };
}

/** Wires implementations to a port, in the order in which they are used. */
export function providePort<Implementation>(
  port: Port<Implementation>,
  implementations: readonly Implementation[],
): Provision[] {
  return implementations.map((implementation) => ({ port: port.name, implementation }));
}

export type GetImplementations = <Implementation>(port: Port<Implementation>) => readonly Implementation[];

declare module '#platform/features/shop.ts' {
  interface Shop {
    /** The implementations of a port, in the order of the wiring. */
    readonly implementations: GetImplementations;
  }
}

export function createPorts(provisions: readonly Provision[]): GetImplementations {
  const byPort = Map.groupBy(provisions, ({ port }) => port);
  return <Implementation>(port: Port<Implementation>) =>
    (byPort.get(port.name) ?? []).map(({ implementation }) => implementation as Implementation);
}
