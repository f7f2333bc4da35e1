import { X } from 'lucide-react'
import { useNavigate } from 'react-router-dom'
import { useAnnouncement } from './announcement.ts'
import { controlText } from './control-text.ts'
import { IconButton } from './icon-button.tsx'
import { guardedInList } from './press-guard.ts'
import { acceptToast, dismissToast, useToasts, type Toast } from './toast-queue.ts'
import { takeToastRoom } from './toast-room.ts'
import './toasts.css'

/** Tells pages and dialogs how much room the messages take; `dialog.css` leaves it free when nobody presses. */
function keepMeasured(box: HTMLElement | null) {
  if (box === null) return undefined
  const { style } = document.documentElement
  const sizes = new ResizeObserver(() => {
    const shown = box.querySelector('.toast') !== null
    const height = shown ? box.offsetHeight : 0
    style.setProperty('--toasts-height', `${height}px`)
    takeToastRoom(height)
  })
  sizes.observe(box, { box: 'border-box' })
  return () => sizes.disconnect()
}

/** Stands once in the shell. It stays readable and usable over an open dialog. */
export function Toasts() {
  const toasts = useToasts((state) => state.toasts)
  const said = useAnnouncement((state) => state.said)
  return (
    <div className="toasts" ref={keepMeasured} data-react-aria-top-layer="true">
      <ul aria-live="polite" aria-relevant="additions text" aria-label={controlText.messages}>
        {toasts.map((toast) => (
          <Message key={toast.id} {...toast} />
        ))}
      </ul>
      <output className="visually-hidden">{said}</output>
    </div>
  )
}

function Message({ id, text, kind, action }: Toast) {
  const navigate = useNavigate()
  const accept = () => acceptToast(id, (path) => void navigate(path))
  return (
    <li ref={guardedInList} className={`toast toast-${kind}`}>
      <span className="toast-text">{text}</span>
      {action !== undefined && (
        <button type="button" className="toast-action" onClick={accept}>
          {action.label}
        </button>
      )}
      <IconButton label={controlText.dismiss} icon={<X />} onClick={() => dismissToast(id)} />
    </li>
  )
}
