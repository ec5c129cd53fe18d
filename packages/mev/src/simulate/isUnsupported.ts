/**
 * Error codes of nodes that do not support a method or its overrides: method not found (-32601), method not supported (-32004),
 * invalid params (-32602) and invalid request (-32600).
 */
const codes: readonly unknown[] = [-32601, -32004, -32602, -32600]
/** Messages of nodes that lack the requested block. Nodes may send these messages with one of the codes above. */
const missingBlock =
  /header not found|unknown block|block\S* (?:not found|out of range|is not available)|BlockOutOfRange/i

/** Returns true if the node does not support the method. Returns false for other failures and if the node lacks the block. */
export function isUnsupported(cause: unknown): boolean {
  const errors = toCauses(cause)
  return (
    errors.some((error) => 'code' in error && codes.includes(error.code)) &&
    !errors.some((error) => 'message' in error && missingBlock.test(String(error.message)))
  )
}

/** Returns the node's response, or null if the node does not support the method. */
export async function unlessUnsupported<answer>(asked: Promise<answer>): Promise<answer | null> {
  return asked.catch((cause: unknown) => {
    if (isUnsupported(cause)) return null
    throw cause
  })
}

function toCauses(cause: unknown): readonly object[] {
  const causes: object[] = []
  for (let error = cause; typeof error === 'object' && error !== null; error = 'cause' in error ? error.cause : null)
    causes.push(error)
  return causes
}
