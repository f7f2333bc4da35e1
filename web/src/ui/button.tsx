import { useId, type ComponentProps, type ReactNode } from 'react'
import './button.css'

export type ButtonKind = 'primary' | 'quiet' | 'danger'

export interface ButtonProps extends ComponentProps<'button'> {
  kind?: ButtonKind
  /** The label while something really waits, as 'SAVING'. */
  busy?: string | false
  icon?: ReactNode
  wide?: boolean
  /** Why it is disabled. */
  reason?: string | undefined
}

export function buttonClass(kind: ButtonKind = 'quiet', wide = false): string {
  return `button button-${kind}${wide ? ' button-wide' : ''}`
}

export function Button(props: ButtonProps) {
  const {
    kind = 'quiet',
    busy = false,
    icon,
    wide = false,
    reason,
    className,
    children,
    disabled,
    onClick,
    ...rest
  } = props
  const reasonId = useId()
  const button = (
    <button
      type="button"
      aria-busy={busy !== false || undefined}
      aria-disabled={busy !== false || undefined}
      aria-describedby={reason === undefined ? undefined : reasonId}
      {...rest}
      disabled={disabled}
      // A disabled button would lose the focus while it waits, and with it the keys of the dialog around it.
      onClick={busy === false ? onClick : (event) => event.preventDefault()}
      className={[buttonClass(kind, wide), className].filter(Boolean).join(' ')}
    >
      {busy === false && icon}
      {busy === false ? children : busy}
    </button>
  )
  if (reason === undefined) return button
  return (
    <span className="button-with-reason">
      {button}
      <span id={reasonId} className="button-reason">
        {reason}
      </span>
    </span>
  )
}
