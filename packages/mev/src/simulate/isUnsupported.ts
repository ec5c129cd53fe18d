/** "Method not found", its variant, and invalid parameters: what nodes answer that do not know a method or its overrides. */
const codes: readonly unknown[] = [-32601, -32004, -32602, -32600]

/** Whether a node does not know a method, rather than failing at it. */
export function isUnsupported(cause: unknown): boolean {
  for (let error = cause; typeof error === 'object' && error !== null; error = 'cause' in error ? error.cause : null)
    if ('code' in error && codes.includes(error.code)) return true
  return false
}
