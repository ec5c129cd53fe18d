import { deployedOn } from '../decoder/deployedOn.ts'
import { each } from '../decoder/each.ts'
import { defineFunctions, defineProtocol } from '../decoder/protocol.ts'
import { bridge } from './bridge.ts'

/**
 * xDai bridge, Omnibridge and the message bridge (AMB) that it uses, on both chains. Calls by the validators also
 * count as bridge calls.
 */
export const omnibridge = defineProtocol({
  id: 'omnibridge',
  name: 'Gnosis bridges',
  source: 'https://docs.gnosischain.com/bridges/management',
  contracts: [
    {
      name: 'xDai bridge (home), WETH router',
      addresses: deployedOn(['gnosis'], '0x7301cfa0e1756b71869e93d4e4dca5c7d0eb0aa6'),
      functions: defineFunctions(each(bridge({ recipient: 0 }), 'relayTokens(address)')),
      receive: bridge({ recipient: 'sender', destination: 'ethereum' }),
      fallback: bridge(),
    },
    {
      name: 'xDai bridge (foreign), Omnibridge (foreign), AMB',
      addresses: deployedOn(
        ['ethereum'],
        '0x4aa42145aa6ebf72e164c9bbc74fbd3788045016',
        '0x88ad09518695c6c3712ac10a214be5109a655671',
        '0x4c36d2919e407f0cc2ee3c993ccf8ac26d9ce64e',
      ),
      functions: defineFunctions({
        'relayTokens(address,uint256)': bridge({ recipient: 0, amount: 1, destination: 'gnosis' }),
      }),
      fallback: bridge({ destination: 'gnosis' }),
    },
    {
      name: 'Omnibridge (home), AMB (home)',
      addresses: deployedOn(
        ['gnosis'],
        '0xf6a78083ca3e2a662d6dd1703c939c8ace2e268d',
        '0x75df5af045d91108662d8080fd1fefad6aa0bb59',
      ),
      functions: defineFunctions({}),
      fallback: bridge(),
    },
  ],
  atAnyAddress: defineFunctions({
    'relayTokens(address,uint256)': bridge({ token: 0, amount: 1, recipient: 'sender' }),
    'relayTokens(address,address,uint256)': bridge({ token: 0, recipient: 1, amount: 2 }),
    'relayTokensAndCall(address,address,uint256,bytes)': bridge({ token: 0, recipient: 1, amount: 2 }),
    ...each(bridge({ recipient: 0 }), 'wrapAndRelayTokens(address)', 'requireToPassMessage(address,bytes,uint256)'),
    ...each(bridge({ recipient: 'sender' }), 'wrapAndRelayTokens()'),
    'executeAffirmation(address,uint256,bytes32)': bridge({ recipient: 0, amount: 1 }),
    ...each(
      bridge(),
      'executeSignatures(bytes,bytes)',
      'executeSignatures(uint8[],bytes32[],bytes32[],bytes)',
      'safeExecuteSignaturesWithAutoGasLimit(bytes,bytes)',
      'safeExecuteSignaturesWithGasLimit(bytes,bytes,uint32)',
      'executeAffirmation(bytes)',
      'submitSignature(bytes,bytes)',
    ),
  }),
})
