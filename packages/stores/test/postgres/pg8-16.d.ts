declare module 'pg8-16' {
  import pg from 'pg';

  export default pg;
}
