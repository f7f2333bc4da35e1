import { overlay } from './overlay.tsx'

export type { RoomRow, RoomViewProps, RoomVolume } from './room-view-dialog.tsx'

/** Rendered while it is open. */
export const RoomView = overlay(async () => (await import('./room-view-dialog.tsx')).RoomViewDialog)
