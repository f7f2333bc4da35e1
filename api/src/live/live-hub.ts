export interface Heard {
  org_id: string
  head: number
}

/** What a listener is told: how far the feed has come, in words that also bring the change where it is small. */
export interface Told {
  head: number
  /** The words of an event. */
  short: string
  whole: Buffer | undefined
}

export interface Listener {
  session: string
  tell(told: Told): void
  /** Its session may not read any more. */
  end(): void
}

export interface Reading {
  /** The feed's way from where the listeners were told it stood, undefined where nobody was told. Never rejects. */
  toldFrom(orgId: string, from: number | undefined, head: number): Promise<Told>
  /** Those of these sessions that may read at this moment; undefined where that cannot be asked. Never rejects. */
  stillReading(orgId: string, sessions: readonly string[]): Promise<ReadonlySet<string> | undefined>
}

interface Organization {
  listeners: Set<Listener>
  /** Everybody who listens was told that its feed has come so far. */
  told: number | undefined
  /** How far it has come by now, where that is still to be told. */
  due: number
  busy: boolean
}

/**
 * Who in this process wants to know of an organization's changes. A change is read once for all who listen, and told to
 * those who may read it at that moment; what is committed meanwhile is told together, after it.
 */
export class LiveHub {
  private readonly all = new Map<string, Organization>()
  private readonly reading: Reading

  constructor(reading: Reading) {
    this.reading = reading
  }

  subscribe(orgId: string, listener: Listener): () => void {
    const org = this.all.get(orgId) ?? { listeners: new Set(), told: undefined, due: -1, busy: false }
    org.listeners.add(listener)
    this.all.set(orgId, org)
    return () => {
      org.listeners.delete(listener)
      if (org.listeners.size === 0 && this.all.get(orgId) === org) this.all.delete(orgId)
    }
  }

  /** The organizations that somebody listens to. */
  organizations(): string[] {
    return [...this.all.keys()]
  }

  /** Somebody who begins to listen is told that the feed stands here; a restored one stands before what was told. */
  stands({ org_id, head }: Heard): void {
    const org = this.all.get(org_id)
    if (org) org.told = Math.min(head, org.told ?? head)
  }

  changed({ org_id, head }: Heard): void {
    const org = this.all.get(org_id)
    if (!org || head <= (org.told ?? -1)) return
    org.due = Math.max(head, org.due)
    if (org.busy) return
    org.busy = true
    // Many commits in one turn of the loop are told as one.
    setImmediate(() => void this.tell(org_id, org))
  }

  private async tell(orgId: string, org: Organization): Promise<void> {
    while (org.listeners.size > 0 && org.due > (org.told ?? -1)) {
      const asked = [...org.listeners]
      const { due } = org
      org.due = -1
      const [told, still] = await Promise.all([
        this.reading.toldFrom(orgId, org.told, due),
        this.reading.stillReading(orgId, [...new Set(asked.map(({ session }) => session))]),
      ])
      org.told = told.head
      for (const listener of asked) {
        // Who may read is not known for the moment: how far the feed has come is nothing that was entered.
        if (still === undefined || still.has(listener.session))
          listener.tell(still ? told : { ...told, whole: undefined })
        else listener.end()
      }
      // Whoever came meanwhile may have looked before this was committed.
      for (const listener of org.listeners)
        if (!asked.includes(listener)) listener.tell({ ...told, whole: undefined })
    }
    org.busy = false
  }
}
