/** How far an organization's feed has come, and in which epoch: a restored one begins before what was told (L6). */
export interface Place {
  head: number
  epoch: string
}

export interface Heard extends Place {
  org_id: string
}

/** What a listener is told: how far the feed has come, in words that also bring the change where it is small. */
export interface Told extends Place {
  /** The words of an event. */
  short: string
  whole: Buffer | undefined
}

/** Those of these sessions that may read, asked for already. */
export interface Readers {
  sessions: ReadonlySet<string>
  /** Undefined where that cannot be asked. Never rejects. */
  still: Promise<ReadonlySet<string> | undefined>
}

/** A commit of this process: who else would have to read what it did. */
export interface OwnCommit {
  /** Where the feed stood before it. */
  from: number
  /** The way from there to the head that it made. */
  text(now: string): Place & { page?: string }
  readers: Readers | undefined
}

export interface Listener {
  session: string
  tell(told: Told): void
  /** Its session may not read any more. */
  end(): void
}

export interface Reading {
  /** The feed's way from where the listeners were told it stood, undefined where nobody was told. Never rejects. */
  toldFrom(orgId: string, from: number | undefined, to: Place, own?: OwnCommit): Promise<Told>
  /** Those of these sessions that may read at this moment; undefined where that cannot be asked. Never rejects. */
  stillReading(orgId: string, sessions: readonly string[]): Promise<ReadonlySet<string> | undefined>
  /** Everybody who listens was told of a commit, so long after it was known here. */
  told?(seconds: number): void
}

interface Organization {
  listeners: Set<Listener>
  /** The epoch of what was told, and of what is due. */
  epoch: string | undefined
  /** Everybody who listens was told that its feed has come so far. */
  told: number | undefined
  /** How far it has come by now, where that is still to be told. */
  due: number
  /** Since when something is due, by the process's own clock. */
  since: number
  /** The commit that made `due`, where it was this process's. */
  own: OwnCommit | undefined
  busy: boolean
}

/**
 * Who in this process wants to know of an organization's changes. A change is read once for all who listen, or not at all
 * where this process made it, and told to those who may read it at that moment; what is committed meanwhile is told together,
 * after it.
 */
export class LiveHub {
  private readonly all = new Map<string, Organization>()
  private readonly reading: Reading

  constructor(reading: Reading) {
    this.reading = reading
  }

  subscribe(orgId: string, listener: Listener): () => void {
    const org = this.all.get(orgId) ?? {
      listeners: new Set(),
      epoch: undefined,
      told: undefined,
      due: -1,
      since: 0,
      own: undefined,
      busy: false,
    }
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

  /** How many listen here. */
  get listening(): number {
    let count = 0
    for (const { listeners } of this.all.values()) count += listeners.size
    return count
  }

  /** Somebody who begins to listen is told that the feed stands here. */
  stands(heard: Heard): void {
    const { org_id, head, epoch } = heard
    const org = this.all.get(org_id)
    if (!org) return
    // The others were told of an epoch that is no more.
    if (org.epoch !== undefined && org.epoch !== epoch) return this.changed(heard)
    org.epoch = epoch
    org.told = Math.min(head, org.told ?? head)
  }

  /** Who may hear of a commit that is about to be on disk, so that it is known by then. */
  readersOf(orgId: string): Readers | undefined {
    const org = this.all.get(orgId)
    if (!org || org.busy) return undefined
    const sessions = sessionsOf([...org.listeners])
    return { sessions: new Set(sessions), still: this.reading.stillReading(orgId, sessions) }
  }

  changed({ org_id, head, epoch }: Heard, own?: OwnCommit): void {
    const org = this.all.get(org_id)
    if (!org) return
    if (org.epoch !== epoch) {
      org.epoch = epoch
      org.told = undefined
      org.due = -1
      org.own = undefined
    }
    if (head <= (org.told ?? -1)) return
    // Whoever has to wait is asked about when it is told: somebody may lose the right to read meanwhile.
    if (head > org.due) org.own = own && org.busy ? { ...own, readers: undefined } : own
    if (org.due < 0) org.since = performance.now()
    org.due = Math.max(head, org.due)
    if (org.busy) return
    org.busy = true
    // Many commits in one turn of the loop are told as one.
    setImmediate(() => void this.tell(org_id, org))
  }

  /** More was told than the database holds now, in the same history: it was put back. */
  toldBeyond({ org_id, head, epoch }: Heard): boolean {
    const org = this.all.get(org_id)
    return org?.epoch === epoch && head < (org.told ?? -1)
  }

  /** Whoever listens opens a stream anew, which begins where the feed stands now. */
  endStreams(orgId: string): void {
    for (const listener of this.all.get(orgId)?.listeners ?? []) listener.end()
  }

  /** Somebody who listens may not any more, although nothing is to be told. */
  look(orgId: string): void {
    const org = this.all.get(orgId)
    if (org) void this.endOthers(orgId, [...org.listeners])
  }

  private async endOthers(orgId: string, asked: readonly Listener[]): Promise<void> {
    const still = await this.reading.stillReading(orgId, sessionsOf(asked))
    // Where that cannot be asked, it is with the next change, or when the stream is opened again.
    for (const listener of asked) if (still && !still.has(listener.session)) listener.end()
  }

  private async tell(orgId: string, org: Organization): Promise<void> {
    while (org.listeners.size > 0 && org.due > (org.told ?? -1)) {
      const asked = [...org.listeners]
      const { due, since, own, epoch = '' } = org
      org.due = -1
      org.own = undefined
      const [told, still] = await Promise.all([
        this.reading.toldFrom(orgId, org.told, { head: due, epoch }, own),
        this.stillReading(orgId, sessionsOf(asked), own?.readers),
      ])
      // Another epoch began meanwhile: what was read is told, since it says of which it is, and that one is told next.
      if (org.epoch === epoch) org.told = told.head
      for (const listener of asked) {
        // Who may read is not known for the moment: how far the feed has come is nothing that was entered.
        if (still === undefined || still.has(listener.session))
          listener.tell(still ? told : { ...told, whole: undefined })
        else listener.end()
      }
      // Whoever came meanwhile may have looked before this was committed.
      for (const listener of org.listeners)
        if (!asked.includes(listener)) listener.tell({ ...told, whole: undefined })
      this.reading.told?.((performance.now() - since) / 1000)
    }
    org.busy = false
  }

  private stillReading(orgId: string, sessions: readonly string[], asked: Readers | undefined) {
    const isAsked = asked !== undefined && sessions.every((session) => asked.sessions.has(session))
    return isAsked ? asked.still : this.reading.stillReading(orgId, sessions)
  }
}

const sessionsOf = (listeners: readonly Listener[]) => [...new Set(listeners.map(({ session }) => session))]
