import { keccak256, type LocalAccount, toBytes } from 'viem'

/**
 * Returns the value of the `X-Flashbots-Signature` header: the signer's address and an EIP-191 signature of the body's hash. The
 * signed message is the hash as a 66-character text, not its 32 bytes. Send the body exactly as it was signed.
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
