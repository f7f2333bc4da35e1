import type { SheetDraft } from 'sync-protocol/records/draft'

export interface DraftStore {
  newId(): string
  saveDraft(id: string, content: SheetDraft): Promise<unknown>
  endDraft(id: string): Promise<void>
}

interface AutosaveOptions {
  store: DraftStore
  /** What to keep now; null when there is nothing to keep. */
  current(): SheetDraft | null
  /** What stands for nothing to keep, where only that can be kept. */
  nothing(): SheetDraft
  /** Told when keeping fails and when it works again. */
  onKept(kept: boolean, error?: unknown): void
  /** Told of the draft's id when it begins (a string) and ends (null). */
  onId(id: string | null): void
  /** The draft to go on with, and what is stored of it. */
  continued?: { id: string; stored: SheetDraft | null } | undefined
}

export interface Autosave {
  /** Something was typed: keep it shortly. */
  changed(): void
  /** Keep it now; resolves when the last write is over. */
  flush(): Promise<void>
  /** What no write has taken yet; null when everything is stored. */
  unwritten(): { id: string | null; content: SheetDraft } | null
  /** Stops writing until `resume`; resolves with the id of the draft that is stored, or null. */
  pause(): Promise<string | null>
  /** Goes on; with `ended`, the stored draft is gone and the next change begins another. */
  resume(ended: boolean): void
  /** Ends the stored draft, and writes nothing more. */
  discard(): Promise<void>
}

/** Waits for a short break in typing, but never longer than a second and a half. */
const QUIET_MS = 300
const LONGEST_MS = 1_500
const AGAIN_MS = 3_000

/** Keeps the open sheet in the local database while somebody types; one write at a time, and typing never waits for it. */
export function createAutosave({
  store,
  current,
  nothing,
  onKept,
  onId,
  continued,
}: AutosaveOptions): Autosave {
  let id = continued?.id ?? null
  let written: SheetDraft | null = continued?.stored ?? null
  let timer: ReturnType<typeof setTimeout> | undefined
  let waitingSince: number | null = null
  let paused = false
  let line: Promise<void> = Promise.resolve()

  const begin = (next: string | null) => {
    id = next
    onId(next)
  }

  async function write(): Promise<void> {
    const content = current()
    if (paused || content === written) return
    try {
      if (content === null) {
        if (id !== null) await store.endDraft(id)
        begin(null)
      } else {
        if (id === null) begin(store.newId())
        if (id !== null) await store.saveDraft(id, content)
      }
      written = content
      onKept(true)
    } catch (error) {
      onKept(false, error)
      schedule(AGAIN_MS)
    }
  }

  function cancel() {
    clearTimeout(timer)
    timer = undefined
    waitingSince = null
  }

  function schedule(delay: number) {
    clearTimeout(timer)
    timer = setTimeout(() => void flush(), delay)
  }

  function flush(): Promise<void> {
    cancel()
    line = line.then(write)
    return line
  }

  return {
    flush,
    unwritten() {
      const content = current()
      // Without this, what is stored and no longer on the screen would come back.
      return content === written ? null : { id, content: content ?? nothing() }
    },
    changed() {
      if (paused) return
      waitingSince ??= performance.now()
      const waited = performance.now() - waitingSince
      schedule(Math.max(0, Math.min(QUIET_MS, LONGEST_MS - waited)))
    },
    async pause() {
      cancel()
      paused = true
      await line
      return id
    },
    resume(ended) {
      paused = false
      if (ended) {
        written = null
        begin(null)
      }
      this.changed()
    },
    async discard() {
      cancel()
      paused = true
      await line
      const stored = id
      if (stored === null) return
      await store.endDraft(stored)
      begin(null)
    },
  }
}
