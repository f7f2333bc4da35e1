/** The browser's locks as the standard has them (exclusive mode, `signal`, `steal`), which Node does not have. */
export class PageLocks {
  private readonly held = new Map<string, { broken(reason: DOMException): void }>()
  private readonly waiting = new Map<string, (() => void)[]>()

  request = (name: string, { signal, steal }: LockOptions, work: () => Promise<void>): Promise<void> => {
    if (signal?.aborted) return Promise.reject(abortError())
    return new Promise((resolve, reject) => {
      const hold = () => {
        const mine = { broken: reject }
        this.held.set(name, mine)
        work()
          .then(resolve, reject)
          .finally(() => {
            if (this.held.get(name) !== mine) return
            this.held.delete(name)
            this.waiting.get(name)?.shift()?.()
          })
      }
      const present = this.held.get(name)
      if (present && !steal) {
        const queue = this.waiting.get(name) ?? []
        this.waiting.set(name, [...queue, hold])
        signal?.addEventListener('abort', () => {
          const still = this.waiting.get(name) ?? []
          if (!still.includes(hold)) return
          this.waiting.set(
            name,
            still.filter((one) => one !== hold),
          )
          reject(abortError())
        })
        return
      }
      present?.broken(abortError())
      hold()
    })
  }
}

const abortError = () => new DOMException('The lock was not given, or taken away.', 'AbortError')
