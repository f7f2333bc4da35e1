import type { Channel } from './leader-election.ts'

/** The browser's channel between everything of this origin, until it is closed. */
export function openChannel(name: string): Channel & { close(): void } {
  const channel = new BroadcastChannel(name)
  return {
    say: (words) => channel.postMessage(words),
    hear(listener) {
      const hear = ({ data }: MessageEvent<unknown>) => listener(data)
      channel.addEventListener('message', hear)
      return () => channel.removeEventListener('message', hear)
    },
    close: () => channel.close(),
  }
}
