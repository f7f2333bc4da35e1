export interface FormKeeper<F> {
  /** Keeps this form, or none (null) when it is as it was at the beginning. */
  keep(form: F | null): void
  /** Resolves when the last write is over. */
  settled(): Promise<void>
  /** Keeps nothing from now on; resolves when the last write is over. */
  stop(): Promise<void>
}

interface Store<F> {
  write(form: F): Promise<unknown>
  drop(): Promise<void>
  /** Told when keeping fails and when it works again. */
  onKept(kept: boolean, error?: unknown): void
}

/** Writes at once, one write at a time; of what is typed while one runs, only the last is written. */
export function formKeeper<F>({ write, drop, onKept }: Store<F>): FormKeeper<F> {
  let next: { form: F | null } | undefined
  let running: Promise<void> | undefined
  let stopped = false

  const run = async () => {
    while (next !== undefined) {
      const { form } = next
      next = undefined
      try {
        await (form === null ? drop() : write(form))
        onKept(true)
      } catch (error) {
        onKept(false, error)
      }
    }
    running = undefined
  }

  return {
    keep(form) {
      if (stopped) return
      next = { form }
      running ??= run()
    },
    async settled() {
      await running
    },
    async stop() {
      stopped = true
      next = undefined
      await running
    },
  }
}
