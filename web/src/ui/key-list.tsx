import { ArrowDown, ArrowUp } from 'lucide-react'
import { Fragment } from 'react'
import { DESK_KEYS, isApple, NAMES, type DeskKey } from './desk-keys.ts'
import { deskKeysText as text } from './desk-keys-text.ts'
import './key-list.css'

/** As it stands on the keyboard. */
export function keySign(name: DeskKey): string {
  const wanted: { key: string; command?: true; shift?: true } = DESK_KEYS[name]
  const held = [
    wanted.command && (isApple() ? text.command : text.control),
    wanted.shift && text.shift,
    text.signs[wanted.key] ?? wanted.key,
  ]
  return held.filter(Boolean).join(' ')
}

const ARROWS = { '↑': ArrowUp, '↓': ArrowDown } as const
const isArrow = (part: string): part is keyof typeof ARROWS => part in ARROWS

/** A key as a picture of it. Its arrow is drawn: many fonts have none. */
export function KeySign({ sign }: { sign: string }) {
  return (
    <kbd className="key-sign">
      {sign.split(' ').map((part, at) => {
        const Arrow = isArrow(part) ? ARROWS[part] : undefined
        return (
          <Fragment key={part}>
            {at > 0 && ' '}
            {Arrow ? (
              <>
                <Arrow aria-hidden />
                <span className="visually-hidden">{text.arrows[part]}</span>
              </>
            ) : (
              part
            )}
          </Fragment>
        )
      })}
    </kbd>
  )
}

/** Every key and what it does. */
export function KeyList() {
  const rows = [...NAMES.map((name) => ({ keys: [keySign(name)], does: text.does[name] })), ...text.others]
  return (
    <dl className="key-list">
      {rows.map(({ keys, does }) => (
        <div key={does} className="key-line">
          <dt>
            {keys.map((sign) => (
              <KeySign key={sign} sign={sign} />
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
