import { create } from 'zustand'

/** Leads to another screen, by its path. */
export type GoTo = (path: string) => void

export interface Toast {
  id: number
  text: string
  kind: 'plain' | 'attention' | 'harm'
  action: { label: string; onPress: (goTo: GoTo) => void } | undefined
  seconds: number
}

export interface ToastRequest {
  text: string
  kind?: Toast['kind']
  /** Shows UNDO for ten seconds. */
  undo?: (goTo: GoTo) => void
  action?: { label: string; onPress: () => void }
  seconds?: number
}

const WITH_ACTION_SECONDS = 10
const READ_ONLY_SECONDS = 6
const MOST_AT_ONCE = 3

export const useToasts = create<{ toasts: readonly Toast[] }>(() => ({ toasts: [] }))

let lastId = 0
/** While somebody works on what a message would cover: they are shown afterwards, and their life begins then. */
let holds = 0
let waiting: Toast[] = []
const timers = new Map<number, ReturnType<typeof setTimeout>>()

/** Shows a short message that goes by itself; the newest three stand at once. What failed is never held back. */
export function showToast(request: ToastRequest): number {
  const id = ++lastId
  const toast = toastOf(id, request)
  if (holds > 0 && toast.kind !== 'harm') waiting.push(toast)
  else show(toast)
  return id
}

function toastOf(id: number, { text, kind = 'plain', undo, action, seconds }: ToastRequest): Toast {
  const shown = undo === undefined ? action : { label: 'UNDO', onPress: undo }
  const life = seconds ?? (shown === undefined ? READ_ONLY_SECONDS : WITH_ACTION_SECONDS)
  return { id, text, kind, action: shown, seconds: life }
}

/** Messages wait until the function that it gives is called. */
export function holdToasts(): () => void {
  holds += 1
  return () => {
    holds -= 1
    if (holds > 0) return
    const held = waiting
    waiting = []
    for (const toast of held) show(toast)
  }
}

/** The same; those in sight wait too, for work that needs all the room there is. */
export function setToastsAside(): () => void {
  const aside = useToasts.getState().toasts.filter(({ kind }) => kind !== 'harm')
  for (const { id } of aside) dismissToast(id)
  waiting.push(...aside)
  return holdToasts()
}

function show(toast: Toast): void {
  const toasts = [...useToasts.getState().toasts, toast]
  for (const old of toasts.slice(0, -MOST_AT_ONCE)) forget(old.id)
  useToasts.setState({ toasts: toasts.slice(-MOST_AT_ONCE) })
  timers.set(
    toast.id,
    setTimeout(() => dismissToast(toast.id), toast.seconds * 1000),
  )
}

export function dismissToast(id: number): void {
  forget(id)
  waiting = waiting.filter((toast) => toast.id !== id)
  useToasts.setState(({ toasts }) => ({ toasts: toasts.filter((toast) => toast.id !== id) }))
}

/** Takes them all away: what one person was offered is nothing for the next. */
export function dismissToasts(): void {
  waiting = []
  for (const { id } of useToasts.getState().toasts) dismissToast(id)
}

/** Does what the toast offers, once, and takes it away. */
export function acceptToast(id: number, goTo: GoTo): void {
  const toast = useToasts.getState().toasts.find((one) => one.id === id)
  dismissToast(id)
  toast?.action?.onPress(goTo)
}

function forget(id: number): void {
  clearTimeout(timers.get(id))
  timers.delete(id)
}
