import type { ReactNode } from 'react'
import './card.css'

export interface CardProps {
  title: ReactNode
  /** A quiet line above the title. */
  meta?: ReactNode
  lines?: readonly ReactNode[]
  label?: ReactNode
  leading?: ReactNode
  trailing?: ReactNode
  onPress?: () => void
  selected?: boolean
  struck?: boolean
}

/** One record in a list. Its controls stand beside the pressable words, never inside. */
export function Card(props: CardProps) {
  const {
    title,
    meta,
    lines = [],
    label,
    leading,
    trailing,
    onPress,
    selected = false,
    struck = false,
  } = props
  const words = (
    <>
      <span className="card-head">
        <span className="card-title">{title}</span>
        {label}
      </span>
      {meta !== undefined && <span className="card-meta">{meta}</span>}
      {lines.map((line, index) => (
        <span key={index} className="card-line">
          {line}
        </span>
      ))}
    </>
  )
  return (
    <div className={['card', selected && 'card-selected', struck && 'card-struck'].filter(Boolean).join(' ')}>
      {leading}
      {onPress === undefined ? (
        <div className="card-words">{words}</div>
      ) : (
        <button type="button" className="card-words" onClick={onPress} data-item-focus>
          {words}
        </button>
      )}
      {trailing}
    </div>
  )
}
