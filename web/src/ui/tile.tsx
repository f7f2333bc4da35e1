import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import './tile.css'

interface TileFace {
  title: string
  text?: ReactNode
  icon: ReactNode
}

export type TileProps = TileFace &
  ({ to: string; onPress?: () => void } | { onPress: () => void; to?: never })

/** A large way to somewhere. */
export function Tile({ title, text, icon, to, onPress }: TileProps) {
  const face = (
    <>
      <span className="tile-icon">{icon}</span>
      <span className="tile-words">
        <span className="tile-title">{title}</span>
        {text !== undefined && <span className="tile-text">{text}</span>}
      </span>
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} className="tile" onClick={onPress}>
        {face}
      </Link>
    )
  }
  return (
    <button type="button" className="tile" onClick={onPress}>
      {face}
    </button>
  )
}
