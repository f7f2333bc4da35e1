/** The product's mark: a drop, measured. */
export function Logo({ size = 32 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden>
      <rect width="32" height="32" rx="8" fill="var(--accent)" />
      <path
        d="M16 5.500c3.6 4.4 6.5 8 6.5 12a6.5 6.5 0 0 1-13 0c0-4 2.9-7.6 6.5-12Z"
        fill="none"
        stroke="var(--accent-text)"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path
        d="M13.9 14.5h2.8M13.9 17.4h4.2M13.9 20.3h2.8"
        stroke="var(--accent-text)"
        strokeWidth="1.5"
        strokeLinecap="round"
      />
    </svg>
  )
}
