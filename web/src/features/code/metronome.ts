/** Compressions a minute (RECOVER 2024: 100 to 120). */
export const BEATS_PER_MINUTE = 110
const BEAT_S = 60 / BEATS_PER_MINUTE
/** Clicks are handed to the sound so far ahead that a busy page drops none, s. */
const AHEAD_S = 0.5
const CLICK_S = 0.04
const CLICK_HZ = 1000

/** The times of the clicks that are due before `until`, from `next` on, and the one after them; s of the sound's own clock. */
export function clicksUntil(next: number, until: number): { due: number[]; next: number } {
  const due: number[] = []
  let at = next
  while (at < until) {
    due.push(at)
    at += BEAT_S
  }
  return { due, next: at }
}

function click(sound: AudioContext, at: number): void {
  const tone = sound.createOscillator()
  const volume = sound.createGain()
  tone.frequency.value = CLICK_HZ
  volume.gain.setValueAtTime(0.6, at)
  volume.gain.exponentialRampToValueAtTime(0.001, at + CLICK_S)
  tone.connect(volume).connect(sound.destination)
  tone.start(at)
  tone.stop(at + CLICK_S)
}

/**
 * Clicks from now on, until what it returns is called. Called by a press: browsers play no sound before one.
 * @throws where the browser has no sound
 */
export function startMetronome(): () => void {
  const sound = new AudioContext()
  let next = sound.currentTime + 0.05
  const play = () => {
    // A tablet that slept goes on with the beat; it does not catch up.
    const { due, next: after } = clicksUntil(Math.max(next, sound.currentTime), sound.currentTime + AHEAD_S)
    next = after
    for (const at of due) click(sound, at)
  }
  play()
  const timer = setInterval(play, (AHEAD_S * 1000) / 4)
  return () => {
    clearInterval(timer)
    sound.close().catch((error: unknown) => console.warn(error))
  }
}
