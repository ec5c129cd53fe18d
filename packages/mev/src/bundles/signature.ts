import { keccak256, type LocalAccount, toBytes } from 'viem'

/**
 * The value of `X-Flashbots-Signature` for a body: who signs, and their signature (EIP-191) of the hash of the body. What is
 * signed is the hash as text, 66 characters, not its 32 bytes. The body must be sent to the byte as it was signed.
 *
 * @example
 * const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'eth_sendBundle', params: [bundle] })
 * const headers = { 'x-flashbots-signature': await toSignatureHeader(body, privateKeyToAccount(key)) }
 */
export async function toSignatureHeader(
  body: string,
  signer: Pick<LocalAccount, 'address' | 'signMessage'>,
): Promise<string> {
  const signature = await signer.signMessage({ message: keccak256(toBytes(body)) })
  return `${signer.address}:${signature}`
}
