export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true">
      <rect width="32" height="32" rx="8" fill="var(--color-accent)" />
      <path
        d="M7 25V14.5a9 9 0 0 1 18 0V25"
        fill="none"
        stroke="var(--color-on-accent)"
        strokeWidth="2.5"
        strokeLinecap="round"
      />
      <path d="M12 25v-9.5a4 4 0 0 1 8 0V25" fill="var(--color-marigold)" />
    </svg>
  )
}
