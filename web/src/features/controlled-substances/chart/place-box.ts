interface Size {
  width: number
  height: number
}

/** Between a point and its box, in CSS px. */
const APART = 12

const within = (wanted: number, room: number) => Math.max(0, Math.min(wanted, room))

/**
 * The upper left corner of a box that tells of a point: beside it where there is room, else above or below it; never outside the
 * picture.
 */
export function placeBox(
  { x, y }: { x: number; y: number },
  box: Size,
  picture: Size,
): { left: number; top: number } {
  const [roomX, roomY] = [picture.width - box.width, picture.height - box.height]
  const right = x + APART
  const left = x - APART - box.width
  if (right <= roomX) return { left: right, top: within(y - box.height / 2, roomY) }
  if (left >= 0) return { left, top: within(y - box.height / 2, roomY) }
  const above = y - APART - box.height
  return { left: within(x - box.width / 2, roomX), top: within(above >= 0 ? above : y + APART, roomY) }
}
