import { overlay } from './overlay.tsx'

/** Rendered while it is open. Escape closes, the focus stays inside and returns to where it was. */
export const Modal = overlay(async () => (await import('./modal-dialog.tsx')).ModalDialog)
