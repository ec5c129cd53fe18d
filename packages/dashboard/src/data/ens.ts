import { decodeAbiParameters, encodeFunctionData, type Hex, parseAbi } from 'viem'
import { mainnet } from 'viem/chains'
import { namehash, normalize, packetToBytes } from 'viem/ens'
import { bytesToHex } from 'viem/utils'
import { wire } from './client.ts'

const resolver = parseAbi([
  'function resolveWithGateways(bytes name, bytes data, string[] gateways) view returns (bytes, address)',
])
const record = parseAbi(['function addr(bytes32 node) view returns (address)'])
const [addressBytes, wordDigits] = [20, 64]

/** A name cannot be resolved, for the reason in the message. */
export class EnsError extends Error {}

/**
 * Returns the address of an ENS name, from the universal resolver on Ethereum. Names that need an offchain lookup (CCIP-Read)
 * are not resolved, because the owner of a name chooses the server that is asked.
 *
 * @throws {EnsError} the name is not valid or has no address on the chain
 * @example await resolveName('borrower.eth') // '0x…'
 */
export async function resolveName(text: string): Promise<Hex> {
  const name = toNormalized(text)
  const data = encodeFunctionData({
    abi: resolver,
    functionName: 'resolveWithGateways',
    args: [
      bytesToHex(packetToBytes(name)),
      encodeFunctionData({ abi: record, functionName: 'addr', args: [namehash(name)] }),
      [],
    ],
  })
  const to = mainnet.contracts.ensUniversalResolver.address.toLowerCase()
  const answer = await wire.blockchainCall({ chain: 'ethereum', to, data }).catch((error: unknown) => {
    if ((error as { readonly status?: number }).status === 503) throw error
    throw new EnsError(`${name} has no address on Ethereum. Names that need an offchain lookup are not resolved.`)
  })
  const address = toAddress(answer.result as Hex)
  if (address === undefined) throw new EnsError(`${name} has no address on Ethereum.`)
  return address
}

function toAddress(result: Hex): Hex | undefined {
  if (result.length < 2 + 2 * wordDigits) return
  const [word] = decodeAbiParameters([{ type: 'bytes' }, { type: 'address' }], result)
  const address: Hex = `0x${word.slice(-2 * addressBytes)}`
  return word.length === 2 + wordDigits && !/^0x0*$/.test(address) ? address : undefined
}

function toNormalized(text: string): string {
  try {
    return normalize(text)
  } catch {
    throw new EnsError(`“${text}” is not a valid ENS name.`)
  }
}
