import { type RpcMethod, toTypeText } from '../../data/openRpc.ts'
import { Facts } from '../../ui/facts.tsx'

/** What a method does, costs and takes, and how the gateway treats it. */
export function MethodFacts({ method }: { readonly method: RpcMethod }) {
  const { summary, params } = method
  const policy = method['x-outrigger-policy']
  return (
    <>
      <p>{summary}</p>
      <Facts
        whole
        facts={[
          ['Cost', method['x-outrigger-cost'].description],
          ['Policy', policy.description],
          ['Served by', policy.served_by],
        ]}
      />
      {params.length === 0 ? (
        <p class="quiet">It takes no parameters.</p>
      ) : (
        <ol class="parameters">
          {params.map(({ name, required, description, schema }) => (
            <li key={name}>
              <code>{name}</code>{' '}
              <span class="quiet">
                {toTypeText(schema)}
                {!required && ', optional'}
                {description && `. ${description}`}
              </span>
            </li>
          ))}
        </ol>
      )}
    </>
  )
}
