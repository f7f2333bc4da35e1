import { Fragment } from 'react'

/** 'Tranquilizers/Sedatives' is broken behind its slash before it is broken within a word. */
export function BrokenAtSlashes({ text }: { text: string }) {
  const parts = text.split('/')
  return (
    <span>
      {parts.map((part, index) => (
        <Fragment key={index}>
          {part}
          {index < parts.length - 1 && (
            <>
              /<wbr />
            </>
          )}
        </Fragment>
      ))}
    </span>
  )
}
