// A wallet whose providers hang after signing. The error says that the transaction may be accepted, and has its hash.
import { chains, createProviderPool, UncertainWriteError } from '@outrigger/core'
import { createWalletClient, type Hex, parseGwei, publicActions } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import { mainnet } from 'viem/chains'

const { PRIMARY_URL = '', BACKUP_URL = '', CONTROL_URL = '', PROXIES = '', PRIVATE_KEY = '0x' } = process.env

async function setFault(kind: string) {
  for (const proxy of PROXIES.split(',')) {
    await fetch(`${CONTROL_URL}/${proxy}`, { method: 'PUT', body: JSON.stringify({ kind }) })
  }
}

async function main() {
  const pool = createProviderPool({ chain: chains.ethereum, endpoints: [PRIMARY_URL, BACKUP_URL] })
  const account = privateKeyToAccount(PRIVATE_KEY as Hex)
  const wallet = createWalletClient({ account, chain: mainnet, transport: pool.transport }).extend(publicActions)
  const nonce = await wallet.getTransactionCount({ address: account.address })
  const fees = { type: 'eip1559', maxFeePerGas: parseGwei('100'), maxPriorityFeePerGas: parseGwei('1') } as const
  const transaction = { to: account.address, value: 0n, gas: 21_000n, nonce, ...fees }
  const serializedTransaction = await wallet.signTransaction(transaction)
  await setFault('hang')
  try {
    await wallet.sendRawTransaction({ serializedTransaction })
    throw new TypeError('It was sent to providers that hang.')
  } catch (error) {
    const uncertain = UncertainWriteError.find(error)
    if (uncertain === undefined) throw error
    process.stdout.write(`look up ${uncertain.hash} before you go on\n`)
  } finally {
    await setFault('none')
    await pool.close()
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error}\n`)
  process.exit(1)
})
