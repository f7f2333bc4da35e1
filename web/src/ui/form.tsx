import type { ReactNode } from 'react'

interface FormProps {
  className: string
  onSubmit: () => void
  children: ReactNode
}

/** Sent by its button and by Enter in a field; the browser neither checks it nor leaves the page. */
export function Form({ className, onSubmit, children }: FormProps) {
  return (
    <form
      className={className}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        onSubmit()
      }}
    >
      {children}
    </form>
  )
}
