/** For tests: localStorage as it is in a browser. */
export class MemoryStorage implements Storage {
  private readonly map = new Map<string, string>()
  get length() {
    return this.map.size
  }
  clear = () => this.map.clear()
  getItem = (key: string) => this.map.get(key) ?? null
  key = (index: number) => [...this.map.keys()][index] ?? null
  removeItem = (key: string) => void this.map.delete(key)
  setItem = (key: string, value: string) => void this.map.set(key, value)
}
