import { keepChoice, keptChoice } from './kept-choice.ts'

export const TALL_MAN = ['on', 'off'] as const
type TallMan = (typeof TALL_MAN)[number]

const KEY = 'tall-man'

/** On until somebody turns them off. */
export const readTallMan = (userId: string | null): TallMan =>
  keptChoice(KEY, userId) === 'off' ? 'off' : 'on'

/** Keeps the choice on this device and shows it at once. */
export function setTallMan(choice: TallMan, userId: string): void {
  keepChoice(KEY, choice, userId)
  showTallMan(choice)
}

/** The letters are a matter of drug-name.css alone: no text is changed. */
export function showTallMan(choice: TallMan): void {
  document.documentElement.dataset['tallMan'] = choice
}
