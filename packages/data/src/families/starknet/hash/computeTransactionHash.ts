import { type Hex, numberToHex } from 'viem'
import type { StarknetBound, StarknetFeeLimit, StarknetTransactionBody } from '../transaction/toTransaction.ts'
import { loadStarknetHashes, type StarknetHashes, toShortString } from './starknetHashes.ts'

/**
 * Computes the hash of a transaction from its own fields (docs.starknet.io, "Transaction types"). It is a Pedersen
 * hash before version 3, and a Poseidon hash since. Blocks before Starknet 0.8 used other rules. Compare the hash to
 * detect a provider that changed a field.
 *
 * @param chainId as returned by `starknet_chainId`
 * @throws {HashLibraryMissingError}
 * @example
 * const isGenuine = (await computeTransactionHash(transaction, '0x534e5f4d41494e')) === transaction.hash
 */
export async function computeTransactionHash(transaction: StarknetTransactionBody, chainId: Hex): Promise<Hex> {
  const hashes = await loadStarknetHashes()
  const chain = BigInt(chainId)
  const compute = transaction.version === 3 ? hashVersion3 : hashBefore3
  return numberToHex(compute(transaction, chain, hashes))
}

const felts = (values: readonly Hex[]) => values.map(BigInt)

function hashBefore3(transaction: StarknetTransactionBody, chain: bigint, hashes: StarknetHashes): bigint {
  const { pedersenMany } = hashes
  const version = BigInt(transaction.version)
  const maxFee = 'feeLimit' in transaction && transaction.feeLimit.kind === 'maxFee' ? transaction.feeLimit.maxFee : 0n
  const nonce = 'nonce' in transaction && transaction.nonce !== null ? [transaction.nonce] : []
  const hash = (prefix: string, address: bigint, selector: bigint, data: readonly bigint[], rest: readonly bigint[]) =>
    pedersenMany([toShortString(prefix), version, address, selector, pedersenMany(data), maxFee, chain, ...rest])
  switch (transaction.type) {
    case 'INVOKE':
      return hash(
        'invoke',
        BigInt(transaction.sender),
        BigInt(transaction.selector ?? 0),
        felts(transaction.calldata),
        nonce,
      )
    case 'L1_HANDLER':
      return hash(
        'l1_handler',
        ...[BigInt(transaction.contract), BigInt(transaction.selector), felts(transaction.calldata), nonce],
      )
    case 'DECLARE': {
      const { sender, classHash, compiledClassHash } = transaction
      if (version === 0n) return hash('declare', BigInt(sender), 0n, [], [BigInt(classHash)])
      const compiled = compiledClassHash === null ? [] : [BigInt(compiledClassHash)]
      return hash('declare', BigInt(sender), 0n, [BigInt(classHash)], [...nonce, ...compiled])
    }
    case 'DEPLOY': {
      const data = felts(transaction.constructorCalldata)
      return hash('deploy', computeContractAddress(transaction, hashes), constructorSelector, data, [])
    }
    case 'DEPLOY_ACCOUNT': {
      const data = felts([transaction.classHash, transaction.salt, ...transaction.constructorCalldata])
      return hash('deploy_account', computeContractAddress(transaction, hashes), 0n, data, nonce)
    }
  }
}

/** starknet_keccak of `constructor`. */
const constructorSelector = 0x28ffe4ff0f226a9107253e17a904099aa4f63a02a5621de0576e5aa71bc5194n

type Deployment = Extract<StarknetTransactionBody, { readonly type: 'DEPLOY' | 'DEPLOY_ACCOUNT' }>

function computeContractAddress({ salt, classHash, constructorCalldata }: Deployment, hashes: StarknetHashes): bigint {
  const data = hashes.pedersenMany(felts(constructorCalldata))
  const prefix = toShortString('STARKNET_CONTRACT_ADDRESS')
  return hashes.pedersenMany([prefix, 0n, BigInt(salt), BigInt(classHash), data]) % (2n ** 251n - 256n)
}

type Version3 = Extract<StarknetTransactionBody, { readonly type: 'INVOKE' | 'DECLARE' | 'DEPLOY_ACCOUNT' }>

function hashVersion3(transaction: StarknetTransactionBody, chain: bigint, hashes: StarknetHashes): bigint {
  const sent = transaction as Version3
  const { poseidonMany } = hashes
  const limit = sent.feeLimit as Extract<StarknetFeeLimit, { readonly kind: 'resources' }>
  const address = sent.type === 'DEPLOY_ACCOUNT' ? computeContractAddress(sent, hashes) : BigInt(sent.sender)
  return poseidonMany([
    ...[toShortString(sent.type.toLowerCase()), 3n, address],
    poseidonMany([limit.tip, ...toBoundWords(limit)]),
    ...[poseidonMany(felts(limit.paymasterData)), chain, sent.nonce ?? 0n, toDataAvailability(limit)],
    ...toVersion3Payload(sent, poseidonMany),
  ])
}

function toVersion3Payload(sent: Version3, hash: StarknetHashes['poseidonMany']): readonly bigint[] {
  if (sent.type === 'DEPLOY_ACCOUNT')
    return [hash(felts(sent.constructorCalldata)), BigInt(sent.classHash), BigInt(sent.salt)]
  const deployment = hash(felts(sent.accountDeploymentData))
  if (sent.type === 'INVOKE') return [deployment, hash(felts(sent.calldata))]
  return [deployment, BigInt(sent.classHash), BigInt(sent.compiledClassHash ?? 0)]
}

/** Packs the name, amount (64 bits) and price (128 bits) of each resource into one word. */
function toBoundWords({ l1Gas, l2Gas, l1DataGas }: Extract<StarknetFeeLimit, { readonly kind: 'resources' }>) {
  const word = (name: string, { maxAmount, maxPricePerUnit }: StarknetBound) =>
    (toShortString(name) << 192n) + (maxAmount << 128n) + maxPricePerUnit
  return [word('L1_GAS', l1Gas), word('L2_GAS', l2Gas), ...(l1DataGas ? [word('L1_DATA', l1DataGas)] : [])]
}

function toDataAvailability(limit: Extract<StarknetFeeLimit, { readonly kind: 'resources' }>): bigint {
  const mode = (value: 'L1' | 'L2') => (value === 'L1' ? 0n : 1n)
  return (mode(limit.nonceDataAvailability) << 32n) + mode(limit.feeDataAvailability)
}
