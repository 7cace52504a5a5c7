/** Who rolls back a canary that fails: `by` of that action. */
export const BY_REGISTRY = 'registry'
