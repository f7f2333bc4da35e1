import { Fragment, type ReactNode } from 'react'
import './kept-amounts.css'

/** '2 mg/ml', '1.6 ml', '12 kg', '2 %' in words. */
const AMOUNT =
  /(\d[\d.,]* (?:(?:mcg|mg|g|units|mEq|mmol)(?:\/(?:ml|kg|h|min))*|ml(?:\/(?:kg|h|min))*|kg|lb|%|J)(?![\p{L}\p{N}/]))/u

interface KeptAmountsProps {
  text: string
  /** How the words between them are drawn. */
  children?: (words: string) => ReactNode
}

/** Words in which no line ends between a number and its unit. What is copied is the text as it is. */
export function KeptAmounts({ text, children = (words) => words }: KeptAmountsProps) {
  return text.split(AMOUNT).map((part, at) =>
    at % 2 === 0 ? (
      <Fragment key={at}>{children(part)}</Fragment>
    ) : (
      <span key={at} className="kept-amount">
        {part}
      </span>
    ),
  )
}
