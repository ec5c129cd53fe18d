import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol, type Protocol } from '../decoder/protocol.ts'
import { across } from './across.ts'
import { bridge } from './bridge.ts'

const hop = defineProtocol({
  id: 'hop',
  name: 'Hop',
  source: 'https://docs.hop.exchange/developer-docs/smart-contracts/contracts',
  contracts: [],
  atAnyAddress: defineFunctions({
    'sendToL2(uint256,address,uint256,uint256,uint256,address,uint256)': bridge({
      destination: 0,
      recipient: 1,
      amount: 2,
    }),
    ...each(
      bridge({ destination: 0, recipient: 1, amount: 2 }),
      'swapAndSend(uint256,address,uint256,uint256,uint256,uint256,uint256,uint256)',
      'send(uint256,address,uint256,uint256,uint256,uint256)',
    ),
    ...each(
      bridge({ recipient: 0, amount: 1 }),
      'bondWithdrawal(address,uint256,bytes32,uint256)',
      'bondWithdrawalAndDistribute(address,uint256,bytes32,uint256,uint256,uint256)',
      'distribute(address,uint256,uint256,uint256,address,uint256)',
      'withdraw(address,uint256,bytes32,uint256,uint256,uint256,bytes32,uint256,uint256,bytes32[],uint256)',
    ),
    ...each(
      bridge(),
      'settleBondedWithdrawals(address,bytes32[],uint256)',
      'settleBondedWithdrawal(address,bytes32,bytes32,uint256,uint256,bytes32[],uint256)',
      'bondTransferRoot(bytes32,uint256,uint256)',
      'confirmTransferRoot(uint256,bytes32,uint256,uint256)',
      'commitTransfers(uint256)',
    ),
  }),
})

const query = '(address,address,uint256,uint256,bytes)'

const synapse = defineProtocol({
  id: 'synapse',
  name: 'Synapse',
  source: 'https://docs.synapseprotocol.com/docs/Contracts/Addresses',
  contracts: [],
  atAnyAddress: defineFunctions({
    // The bridge and its zaps: recipient, chain, token, amount.
    ...each(
      bridge({ recipient: 0, destination: 1, token: 2, amount: 3 }),
      'deposit(address,uint256,address,uint256)',
      'depositAndSwap(address,uint256,address,uint256,uint8,uint8,uint256,uint256)',
      'redeem(address,uint256,address,uint256)',
      'redeemAndSwap(address,uint256,address,uint256,uint8,uint8,uint256,uint256)',
      'redeemAndRemove(address,uint256,address,uint256,uint8,uint256,uint256)',
      'redeemv2(bytes32,uint256,address,uint256)',
    ),
    ...each(
      bridge({ recipient: 0, destination: 1, amount: 2 }),
      'depositETH(address,uint256,uint256)',
      'depositETHAndSwap(address,uint256,uint256,uint8,uint8,uint256,uint256)',
    ),
    ...each(
      bridge({ recipient: 0, destination: 1, token: 2, amount: 5 }),
      'swapAndRedeem(address,uint256,address,uint8,uint8,uint256,uint256,uint256)',
      'swapAndRedeemAndSwap(address,uint256,address,uint8,uint8,uint256,uint256,uint256,uint8,uint8,uint256,uint256)',
      'swapAndRedeemAndRemove(address,uint256,address,uint8,uint8,uint256,uint256,uint256,uint8,uint256,uint256)',
    ),
    ...each(
      bridge({ recipient: 0, destination: 1 }),
      'swapETHAndRedeem(address,uint256,address,uint8,uint8,uint256,uint256,uint256)',
      'swapETHAndRedeemAndSwap(address,uint256,address,uint8,uint8,uint256,uint256,uint256,uint8,uint8,uint256,uint256)',
      'zapAndDeposit(address,uint256,address,uint256[],uint256,uint256)',
      'zapAndDepositAndSwap(address,uint256,address,uint256[],uint256,uint256,uint8,uint8,uint256,uint256)',
    ),
    [`bridge(address,uint256,address,uint256,${query},${query})`]: bridge({
      recipient: 0,
      destination: 1,
      token: 2,
      amount: 3,
    }),
    'bridge((uint32,address,address,address,address,uint256,uint256,bool,uint256))': (call) =>
      call.emit({
        kind: 'bridge',
        token: call.address(3),
        amount: call.uint(5),
        recipient: call.address(2),
        destination: call.uint(0),
      }),
    // The nodes' side.
    ...each(
      bridge({ recipient: 0, token: 1, amount: 2 }),
      'mint(address,address,uint256,uint256,bytes32)',
      'mintAndSwap(address,address,uint256,uint256,address,uint8,uint8,uint256,uint256,bytes32)',
      'withdraw(address,address,uint256,uint256,bytes32)',
      'withdrawAndRemove(address,address,uint256,uint256,address,uint8,uint256,uint256,bytes32)',
    ),
  }),
})

const multichain = defineProtocol({
  id: 'multichain',
  name: 'Multichain (Anyswap)',
  source: 'https://github.com/anyswap/CrossChain-Router',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      bridge({ token: 0, recipient: 1, amount: 2, destination: 3 }),
      'anySwapOut(address,address,uint256,uint256)',
      'anySwapOutUnderlying(address,address,uint256,uint256)',
    ),
    ...each(
      bridge({ token: 0, amount: 2, destination: 3 }),
      'anySwapOut(address,string,uint256,uint256)',
      'anySwapOutUnderlying(address,string,uint256,uint256)',
    ),
    'anySwapOutNative(address,address,uint256)': bridge({ token: 0, recipient: 1, destination: 2 }),
    'anySwapOutNative(address,string,uint256)': bridge({ token: 0, destination: 2 }),
    ...each(
      bridge({ token: 1, recipient: 2, amount: 3 }),
      'anySwapOutUnderlyingWithPermit(address,address,address,uint256,uint256,uint8,bytes32,bytes32,uint256)',
      'anySwapOutUnderlyingWithTransferPermit(address,address,address,uint256,uint256,uint8,bytes32,bytes32,uint256)',
      'anySwapIn(bytes32,address,address,uint256,uint256)',
      'anySwapInUnderlying(bytes32,address,address,uint256,uint256)',
      'anySwapInAuto(bytes32,address,address,uint256,uint256)',
    ),
    ...each(
      bridge(),
      'anySwapIn(bytes32[],address[],address[],uint256[],uint256[])',
      'anySwapOut(address[],address[],uint256[],uint256[])',
      'anySwapOutExactTokensForTokens(uint256,uint256,address[],address,uint256,uint256)',
      'anySwapOutExactTokensForNative(uint256,uint256,address[],address,uint256,uint256)',
      'anySwapInExactTokensForTokens(bytes32,uint256,uint256,address[],address,uint256,uint256)',
      'anySwapInExactTokensForNative(bytes32,uint256,uint256,address[],address,uint256,uint256)',
      'anySwapOut(address,string,uint256,uint256,string,bytes)',
    ),
    'Swapout(uint256,address)': bridge({ token: 'self', amount: 0, recipient: 1 }),
    'Swapout(uint256,string)': bridge({ token: 'self', amount: 0 }),
    'Swapin(bytes32,address,uint256)': bridge({ token: 'self', recipient: 1, amount: 2 }),
  }),
})

const celer = defineProtocol({
  id: 'celer',
  name: 'Celer cBridge',
  source: 'https://cbridge-docs.celer.network/reference/contract-addresses',
  contracts: [],
  atAnyAddress: defineFunctions({
    'send(address,address,uint256,uint64,uint64,uint32)': bridge({ recipient: 0, token: 1, amount: 2, destination: 3 }),
    'sendNative(address,uint256,uint64,uint64,uint32)': bridge({ recipient: 0, amount: 1, destination: 2 }),
    'deposit(address,uint256,uint64,address,uint64)': bridge({ token: 0, amount: 1, destination: 2, recipient: 3 }),
    'depositNative(uint256,uint64,address,uint64)': bridge({ amount: 0, destination: 1, recipient: 2 }),
    'burn(address,uint256,address,uint64)': bridge({ token: 0, amount: 1, recipient: 2 }),
    'burn(address,uint256,uint64,address,uint64)': bridge({ token: 0, amount: 1, destination: 2, recipient: 3 }),
    ...each(
      bridge(),
      'relay(bytes,bytes[],address[],uint256[])',
      'withdraw(bytes,bytes[],address[],uint256[])',
      'mint(bytes,bytes[],address[],uint256[])',
    ),
    // cBridge 1.0, by hash locks.
    'transferOut(address,address,uint256,bytes32,uint64,uint64,address)': bridge({
      recipient: 0,
      token: 1,
      amount: 2,
      destination: 5,
    }),
    'transferIn(address,address,uint256,bytes32,uint64,uint64,bytes32)': bridge({ recipient: 0, token: 1, amount: 2 }),
  }),
})

const connext = defineProtocol({
  id: 'connext',
  name: 'Connext (Everclear)',
  source: 'https://docs.connext.network/resources/deployments',
  contracts: [],
  atAnyAddress: defineFunctions({
    'xcall(uint32,address,address,address,uint256,uint256,bytes)': bridge({
      destination: 0,
      recipient: 1,
      token: 2,
      amount: 4,
    }),
    'xcall(uint32,address,address,address,uint256,uint256,bytes,uint256)': bridge({
      destination: 0,
      recipient: 1,
      token: 2,
      amount: 4,
    }),
    // Nomad, on which it stood, and Optics before it.
    ...each(
      bridge({ token: 0, amount: 1, destination: 2, recipient: 3 }),
      'send(address,uint256,uint32,bytes32)',
      'send(address,uint256,uint32,bytes32,bool)',
      'sendToEVMLike(address,uint256,uint32,address)',
    ),
    ...each(bridge({ destination: 0 }), 'sendTo(uint32,bytes32)', 'sendToEVMLike(uint32,address)'),
    ...each(bridge(), 'proveAndProcess(bytes,bytes32[32],uint256)'),
  }),
})

const thorchain = defineProtocol({
  id: 'thorchain',
  name: 'THORChain',
  source: 'https://dev.thorchain.org/concepts/querying-thorchain.html',
  contracts: [],
  atAnyAddress: defineFunctions({
    ...each(
      bridge({ token: 1, amount: 2 }),
      'deposit(address,address,uint256,string)',
      'depositWithExpiry(address,address,uint256,string,uint256)',
    ),
    'transferOut(address,address,uint256,string)': bridge({ recipient: 0, token: 1, amount: 2 }),
    ...each(bridge({ destination: 0 }), 'xSwapNative(uint32,bytes,uint32,bytes)'),
    'xSwapToken(uint32,bytes,uint32,address,uint256,bytes)': bridge({ destination: 0, token: 3, amount: 4 }),
  }),
})

const deBridge = defineProtocol({
  id: 'debridge',
  name: 'deBridge',
  source: 'https://docs.debridge.finance/the-core-protocol/deployed-contracts',
  contracts: [
    '0xef4fb24ad0916217251f553c0596f8edc630eb66',
    '0xe7351fd770a37282b91d153ee690b63579d6dd7f',
    '0x43de2d77bf8027e25dbd179b491e8d64f38398aa',
  ].map((address) => ({
    name: 'DlnSource, DlnDestination, DeBridgeGate',
    addresses: Object.fromEntries(
      (
        [
          'ethereum',
          'arbitrum',
          'optimism',
          'base',
          'polygon',
          'bsc',
          'avalanche',
          'linea',
          'gnosis',
          'sonic',
          'berachain',
        ] as const
      ).map((chain) => [chain, [address as `0x${string}`]]),
    ),
    functions: defineFunctions({}),
    fallback: bridge(),
  })),
})

export const liquidity: readonly Protocol[] = [across, hop, synapse, multichain, celer, connext, thorchain, deBridge]
