import { keccak256, toBytes } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { expect, it } from 'vitest'
import { compareSignatures } from './fixtures/compareSignatures.ts'
import { toSignatureHeader } from './signature.ts'

const signer = privateKeyToAccount(`0x${'5e'.repeat(32)}`)

it('signs like Flashbots’ library', async () => {
  expect(await compareSignatures(60)).toEqual({ compared: 60, different: 0 })
})

it('signs the text of the hash, not its bytes', async () => {
  const body = '{"jsonrpc":"2.0"}'
  const [address, signature] = (await toSignatureHeader(body, signer)).split(':')
  expect(address).toBe(signer.address)
  expect(signature).toBe(await signer.signMessage({ message: keccak256(toBytes(body)) }))
  expect(signature).not.toBe(await signer.signMessage({ message: { raw: keccak256(toBytes(body)) } }))
})
