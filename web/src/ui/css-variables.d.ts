import 'react'

declare module 'react' {
  /** Custom properties, as React passes them to the style. */
  interface CSSProperties {
    [variable: `--${string}`]: string | number
  }
}
