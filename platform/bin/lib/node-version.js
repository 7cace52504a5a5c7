const MAJOR = 20
const MINOR = 19

/** Exits with one line if this Node is too old. */
export function checkNodeVersion() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  if (major > MAJOR || (major === MAJOR && minor >= MINOR)) return
  process.stderr.write(
    `Node ${MAJOR}.${MINOR} or newer is required, this is ${process.versions.node}: see nodejs.org\n`,
  )
  process.exit(1)
}
