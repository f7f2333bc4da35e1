import type { SheetDraft } from 'sync-protocol/records/draft'
import { writeLine } from '../../data/drafts/write-line.ts'

export interface DraftStore {
  newId(): string
  /** Keeps `content` as typed over `seen`; null for what nobody has seen. */
  saveDraft(id: string, seen: SheetDraft | null, content: SheetDraft): Promise<unknown>
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
  /** Looks, after every write so far, at what other tablets made of the stored draft. */
  look(read: (id: string, seen: SheetDraft) => Promise<void>): Promise<void>
  /** What other tablets entered is stored already. */
  saw(content: SheetDraft): void
  /** What is on the screen is another patient's: it is stored as another draft, and the stored one ends. */
  another(): void
  /** The draft is over on another tablet: what no write has taken goes beside it, and nothing more is written. */
  over(): Promise<void>
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
  let paused = false
  /** Drafts of other patients, to be ended once what is on the screen is stored. */
  let left: string[] = []

  const line = writeLine(write)
  const begin = (next: string | null) => {
    id = next
    onId(next)
  }

  async function write(): Promise<void> {
    const content = current()
    if (paused || (content === written && left.length === 0)) return
    try {
      if (content === written) {
        // Only what is left is to be ended.
      } else if (content === null) {
        if (id !== null) await store.endDraft(id)
        begin(null)
      } else {
        if (id === null) begin(store.newId())
        if (id !== null) await store.saveDraft(id, written, content)
      }
      written = content
      for (const each of left) await store.endDraft(each)
      left = []
      onKept(true)
    } catch (error) {
      onKept(false, error)
      line.soon(AGAIN_MS)
    }
  }

  function rest(): Promise<void> {
    paused = true
    return line.rest()
  }

  async function lookNow(read: (id: string, seen: SheetDraft) => Promise<void>): Promise<void> {
    if (paused || id === null || written === null) return
    await read(id, written).catch((error: unknown) => console.error(error))
  }

  return {
    flush: line.now,
    unwritten() {
      const content = current()
      // Without this, what is stored and no longer on the screen would come back.
      return content === written ? null : { id, content: content ?? nothing() }
    },
    changed() {
      if (!paused) line.soon(QUIET_MS, LONGEST_MS)
    },
    look: (read) => line.after(() => lookNow(read)),
    saw(content) {
      written = content
    },
    another() {
      if (paused) return
      if (id !== null) {
        left = [...left, id]
        written = null
        begin(null)
      }
      this.changed()
    },
    async over() {
      // It comes in its own turn, so it waits for none.
      void rest()
      const content = current()
      try {
        if (id !== null && content !== null && content !== written)
          await store.saveDraft(id, written, content)
      } catch (error) {
        onKept(false, error)
      }
      written = content
      begin(null)
    },
    async pause() {
      await rest()
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
      await rest()
      for (const each of left) await store.endDraft(each)
      left = []
      if (id === null) return
      await store.endDraft(id)
      begin(null)
    },
  }
}
