/** As a `ref`: what appears has the focus at once. For dialogs and what opens in them, never for a whole screen. */
export function takeFocus(element: HTMLElement | null): void {
  element?.focus()
}
