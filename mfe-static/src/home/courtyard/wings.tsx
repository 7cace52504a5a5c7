/** The wings on both sides, drawn in perspective towards (380, 300). */
export function Wings() {
  return (
    <>
      <Wing wall="var(--wall-left)" />
      <g transform="translate(760 0) scale(-1 1)">
        <Wing wall="var(--wall-right)" />
      </g>
    </>
  )
}

function Wing({ wall }: { wall: string }) {
  return (
    <g>
      <path fill={wall} d="M0 30L110 108V376L0 407z" />
      <path fill="var(--trim)" d="M0 20L110 101v9L0 34z" />
      <path fill="var(--trim)" d="M34 176v-62q2-22 19-15q21 8 21 32v58z" />
      <path fill="var(--pane)" d="M39 173v-57q2-16 14-11q16 7 16 25v53z" />
      <path fill="var(--trim)" d="M0 196L112 227v15L0 216z" />
      <path fill="var(--shade)" opacity="0.5" d="M0 216l112 26v8L0 228z" />
      <path fill="var(--deep)" d="M20 401V303q2-50 34-58q32 14 32 57v81z" />
      <path fill="var(--deep-floor)" d="M20 401V384l66-12v11z" />
      <path fill="none" stroke="var(--trim)" strokeWidth="3" d="M20 401V303q2-50 34-58q32 14 32 57v81" />
    </g>
  )
}
