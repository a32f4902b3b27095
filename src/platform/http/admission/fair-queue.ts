/** What waits, by network. Networks take turns, and each has its own in the order of arrival. */
export class FairQueue<Item> {
  /** The network whose turn is next is the first one. */
  readonly #byNetwork = new Map<string, Set<Item>>();
  #size = 0;
  /** No network has more. Lowered only when somebody asks, since counting all takes longer than adding one. */
  #mostOfOne = 0;

  get size(): number {
    return this.#size;
  }

  add(network: string, item: Item): void {
    const items = this.#byNetwork.get(network) ?? new Set();
    this.#byNetwork.set(network, items.add(item));
    this.#size += 1;
    this.#mostOfOne = Math.max(this.#mostOfOne, items.size);
  }

  /** @returns whether it waited */
  delete(network: string, item: Item): boolean {
    const items = this.#byNetwork.get(network);
    if (!items?.delete(item)) return false;
    this.#size -= 1;
    if (items.size === 0) this.#byNetwork.delete(network);
    return true;
  }

  /** Takes the oldest of the network with the lowest count, of several the one whose turn it is. */
  takeNext(countRunning: (network: string) => number): Item | undefined {
    let next: { readonly network: string; readonly items: Set<Item>; readonly count: number } | undefined;
    for (const [network, items] of this.#byNetwork) {
      const count = countRunning(network);
      if (next === undefined || count < next.count) next = { network, items, count };
      if (count === 0) break;
    }
    if (!next) return undefined;
    const { network, items } = next;
    const [item] = items;
    if (item === undefined) return undefined;
    this.delete(network, item);
    if (items.size > 0) {
      this.#byNetwork.delete(network);
      this.#byNetwork.set(network, items);
    }
    return item;
  }

  /** Whether another network would have more waiting than this one with one more. */
  hasLonger(network: string): boolean {
    const own = (this.#byNetwork.get(network)?.size ?? 0) + 1;
    if (this.#mostOfOne <= own) return false;
    this.#mostOfOne = Math.max(0, ...[...this.#byNetwork.values()].map(({ size }) => size));
    return this.#mostOfOne > own;
  }

  /** Removes the newest of the network that has the most. */
  removeFromLongest(): Item | undefined {
    let longest: readonly [network: string, items: Set<Item>] | undefined;
    for (const entry of this.#byNetwork) if (entry[1].size > (longest?.[1].size ?? 0)) longest = entry;
    const newest = longest && [...longest[1]].at(-1);
    if (longest && newest !== undefined) this.delete(longest[0], newest);
    return newest;
  }
}
