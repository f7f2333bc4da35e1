export interface Heard {
  org_id: string
  head: number
}
type Listener = (head: number) => void

/**
 * Who in this process wants to know of an organization's changes. Many commits in one turn of the loop are told as one:
 * a tablet only has to know how far the feed has come.
 */
export class LiveHub {
  private readonly listeners = new Map<string, Set<Listener>>()
  private waiting = new Map<string, number>()
  private soon: NodeJS.Immediate | undefined

  subscribe(orgId: string, listener: Listener): () => void {
    const all = this.listeners.get(orgId) ?? new Set()
    this.listeners.set(orgId, all.add(listener))
    return () => {
      all.delete(listener)
      if (all.size === 0 && this.listeners.get(orgId) === all) this.listeners.delete(orgId)
    }
  }

  /** The organizations that somebody listens to. */
  organizations(): string[] {
    return [...this.listeners.keys()]
  }

  changed({ org_id, head }: Heard): void {
    if (!this.listeners.has(org_id)) return
    this.waiting.set(org_id, Math.max(head, this.waiting.get(org_id) ?? 0))
    this.soon ??= setImmediate(() => this.tell())
  }

  private tell(): void {
    const told = this.waiting
    this.waiting = new Map()
    this.soon = undefined
    for (const [orgId, head] of told) {
      for (const listener of this.listeners.get(orgId) ?? []) listener(head)
    }
  }
}
