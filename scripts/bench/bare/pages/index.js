// The least a server-rendered page of the Pages Router can be: what the pages of web/ are measured against.
export async function getServerSideProps() {
  return { props: { now: 1 } };
}

export default function Bare({ now }) {
  return <main>{now}</main>;
}
