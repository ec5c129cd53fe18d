/** Formats a text message of a server: one unmasked frame (RFC 6455 section 5.2), from parts that are text or bytes. */
export function toFrame(...parts: readonly (string | Buffer)[]): Buffer {
  const length = parts.reduce((sum, part) => sum + Buffer.byteLength(part), 0)
  const headBytes = length < 126 ? 2 : length < 65_536 ? 4 : 10
  const frame = Buffer.allocUnsafe(headBytes + length)
  frame[0] = 0x81
  if (headBytes === 2) frame[1] = length
  else if (headBytes === 4) {
    frame[1] = 126
    frame.writeUInt16BE(length, 2)
  } else {
    frame[1] = 127
    frame.writeBigUInt64BE(BigInt(length), 2)
  }
  let offset = headBytes
  for (const part of parts) offset += typeof part === 'string' ? frame.write(part, offset) : part.copy(frame, offset)
  return frame
}
