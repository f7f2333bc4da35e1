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

/** Every key and what it does. */
export function KeyList() {
  const rows = [...NAMES.map((name) => ({ keys: [keySign(name)], does: text.does[name] })), ...text.others]
  return (
    <dl className="key-list">
      {rows.map(({ keys, does }) => (
        <div key={does} className="key-line">
          <dt>
            {keys.map((sign) => (
              <kbd key={sign} className="key-sign">
                {sign}
              </kbd>
            ))}
          </dt>
          <dd>{does}</dd>
        </div>
      ))}
    </dl>
  )
}
