const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/people-By7_CDvY.js","assets/pages-omPbGpa9.js","assets/search-TtHIY1zf.js","assets/frame-G5VKlv0u.js","assets/roles-B8u4dKqR.js","assets/letters-Vn0VCt6R.js","assets/restored-D9XEt49p.js","assets/refused-Bn75YFZn.js","assets/webhooks-B57HZ-fZ.js","assets/once-FLXCkUag.js","assets/receivers-DpB2utEI.js","assets/progress-sY5F7t0L.js","assets/accounts-qt6buKik.js","assets/imports-uAusK6bH.js","assets/csv-BAUIdU6m.js","assets/pages-J_gApZit.js","assets/quotas-Dd7vdOC2.js","assets/upload-BGjfNQMh.js","assets/use-upload-l8zimakW.js","assets/exports-Cx6qQv-U.js","assets/lookup-D62jKqgM.js","assets/record-CB3LT2s8.js","assets/why-CUdSIhTa.js","assets/advice-_PbYQKoL.js","assets/patiently-DaSXZynl.js","assets/cases-BBydnCxG.js","assets/export-BHlr4orN.js","assets/case-6lEPzL3q.js","assets/as-before-CzlACbIw.js","assets/says-BLDehhAb.js","assets/asset-form-DfTiEAnN.js","assets/decide-C4mvovJV.js","assets/facts-CSnxY8PB.js","assets/case-form-BNilcy-U.js","assets/edit-task-BsUkcH5h.js","assets/new-case-CI_aiSE_.js","assets/verdict-beside-Cuoo9qcO.js","assets/correct-B629aqJM.js","assets/policies-DX8xWqkF.js","assets/policy-Dn9sByS1.js","assets/send-c_tEYSEf.js","assets/difference-DE6I1t_q.js","assets/tasks-BXhKpVMm.js","assets/waivers-CQMQ0qTx.js","assets/profiles-DnmBQd7c.js","assets/profile-Rj1u6DN8.js","assets/deliveries-maEVjcsc.js","assets/administration-DUoZbC7s.js"])))=>i.map(i=>d[i]);
var e,t,n,r,i,a,o,s,c,l,u,d,f=Symbol.for(`pv`),p={},m=[],h=/^m(i|n|o|s|text|space)$/,g=Array.isArray,_=m.slice,v=Object.assign;function y(e){e&&e.parentNode&&e.remove()}function b(e,t,n){var r,i,a,o={},s=arguments.length;for(a in t)a==`key`?r=t[a]:a==`ref`&&typeof e!=`function`?i=t[a]:o[a]=t[a];return s>2&&(o.children=s>3?_.call(arguments,2):n),S(e,o,r,i,null)}function x(e,t,n){var r,i,a,o=v({},e.props),s=arguments.length;for(a in t)a==`key`?r=t[a]:a==`ref`&&typeof e.type!=`function`?i=t[a]:o[a]=t[a];return s>2&&(o.children=s>3?_.call(arguments,2):n),S(e.type,o,r===void 0?e.key:r,i===void 0?e.ref:i,null)}function S(n,r,i,a,o){var s={type:n,props:r,key:i,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:f,__v:o||++t,__i:-1,__u:0};return!o&&e.vnode&&e.vnode(s),s}function C(e){return e.children}function w(e,t){this.props=e,this.context=t,this.__g=0}function T(e,t){if(t==null)return e.__&&T(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!=`function`||e.props.__P?null:T(e)}function E(t){var n,r=t.__v,i=r.__e,a=[],o=[],s=t.__P;s&&((n=v({constructor:f},r)).__v=r.__v+1,e.vnode&&e.vnode(n),A(s,n,r,t.__n,s.namespaceURI,32&r.__u?[i]:null,a,i||T(r),32&r.__u,o),n.__v=r.__v,n.__.__k[n.__i]=n,ue(a,n,o),r.__=r.__e=null,n.__e!=i&&D(n))}function D(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),D(e)}function ee(t){(8&t.__g||(t.__g|=8,r.push(t),a++))&&i==e.debounceRendering||((i=e.debounceRendering)||queueMicrotask)(O)}function O(){try{for(var e,t=1;r.length;)r.length>t&&r.sort(o),e=r.shift(),t=r.length,8&e.__g&&E(e)}finally{(a=r.length)&&(i||queueMicrotask)(O)}}function te(e,t,n,r,i,a,o,s,c,l,u){var d,f,h,g,_,v,y=r.__k||m,b=t.length;for(c=ne(n,t,y,c,b),d=0;d<b;d++)(h=n.__k[d])!=null&&(f=~h.__i&&y[h.__i]||p,h.__i=d,v=A(e,h,f,i,a,o,s,c,l,u),g=h.__e,(f.ref!=h.ref||8&f.__u)&&(f.ref&&fe(f.ref,null,h,f),h.ref&&u.push(h.ref,h.__c||g,h)),_||=g,4&h.__u?(c=re(h,c,e,!f.__v),f.__e&&(f.__e=null)):typeof h.type==`function`&&v!==void 0?c=v:g&&(c=g.nextSibling),h.__u&=-21);return n.__e=_,c}function ne(e,t,n,r,i){var a,o,s,c,l,u,d,p,m,h=n.length,_=h,v=0,y=0,b=e.__k=Array(i);for(a=0;a<i;a++)(o=t[a])!=null&&typeof o!=`boolean`&&typeof o!=`function`?(typeof o!=`object`||o.constructor===String?o=b[a]=S(null,o):g(o)?o=b[a]=S(C,{children:o}):o.constructor===f&&o.__b?o=b[a]=S(o.type,o.props,o.key,o.ref,o.__v):b[a]=o,c=a+v,o.__=e,o.__b=e.__b+1,s=null,~(l=o.__i=ae(o,n,c,_))&&(_--,(s=n[l])&&(s.__u|=2)),s&&s.__v?(o.__u|=16,l==c-1?v--:l==c+1?v++:l!=c&&(l>c?v--:v++,y=1)):(~l||(i>h?v--:i<h&&v++),typeof o.type!=`function`&&(o.__u|=4))):b[a]=null;if(y){for(u=[],d=[],a=0;a<i;a++)if((o=b[a])&&16&o.__u){for(v=0,p=u.length;v<p;)u[m=v+p>>1]<o.__i?v=m+1:p=m;u[v]=o.__i,d[a]=v+1}for(v=u.length;a--;)d[a]&&(d[a]==v?v--:b[a].__u|=4)}if(_)for(a=0;a<h;a++)!(s=n[a])||2&s.__u||(s.__e==r&&(r=T(s)),pe(s,s));return r}function re(e,t,n,r){var i,a,o,s;if(typeof e.type==`function`){if(e.props.__P)return t;if(i=e.__k)for(a=0;a<i.length;a++)i[a]&&(i[a].__=e,t=re(i[a],t,n,!1));return t}for(t&&!t.parentNode&&(t=T(e))&&!t.parentNode&&(t=null),o=e.__e,s=t;s&&s.nodeType==8;)s=s.nextSibling;for(o!=s&&(!r&&n.moveBefore&&o.parentNode?n.moveBefore(o,t):n.insertBefore(o,t||null)),t=o;(t&&=t.nextSibling)&&t.nodeType==8&&!t.data.startsWith(`$s`););return t}function ie(e,t){return t||=[],e!=null&&typeof e!=`boolean`&&(g(e)?e.some(function(e){ie(e,t)}):t.push(e)),t}function ae(e,t,n,r){var i,a=e.key,o=e.type,s=t[n],c=s&&!(2&s.__u);if(s===null&&a==null||c&&a==s.key&&o==s.type)return n;if(r>+!!c){for(i=n-1;i>=0;i--)if((s=t[i])&&!(2&s.__u)&&a==s.key&&o==s.type)return i;for(i=n+1;i<t.length;i++)if((s=t[i])&&!(2&s.__u)&&a==s.key&&o==s.type)return i}return-1}function oe(e,t,n){n??=``,t[0]==`-`?e.setProperty(t,n):e[t]=n}function k(e,t,n,r,i){var a,o;if(t==`style`){if(typeof n==`string`)e.style.cssText=n;else{if(typeof r==`string`&&(e.style.cssText=r=``),r)for(t in r)n&&t in n||oe(e.style,t);if(n)for(t in n)r&&n[t]==r[t]||oe(e.style,t,n[t])}}else if(t[0]==`o`&&t[1]==`n`)typeof n!=`function`&&(n=null),typeof r!=`function`&&(r=null),(e.__e||={})[t]=n,n&&r||(o=u[t]||(u[t]=se(t)),(e.__a||={})[t]=l,a=t!=(t=t.replace(c,`$1`)),(t=t.slice(2))[0]<`a`&&(t=t.toLowerCase()),n?e.addEventListener(t,o,a):e.removeEventListener(t,o,a));else{if(i==`http://www.w3.org/2000/svg`)t=t.replace(/xlink(H|:h)/,`h`).replace(/sName$/,`s`);else if(t!=`width`&&t!=`height`&&t!=`href`&&t!=`list`&&t!=`form`&&t!=`tabIndex`&&t!=`download`&&t!=`rowSpan`&&t!=`colSpan`&&t!=`role`&&t!=`popover`&&t in e)try{e[t]=n??``;return}catch{}if(typeof n==`function`)return;n==null||!1===n&&t[4]!=`-`?e.removeAttribute(t):e.setAttribute(t,t==`popover`&&n==1?``:n)}}function se(t){return function(n){var r=this.__e;if(r){if(r=r[t],n[s]==null)n[s]=l++;else if(n[s]<this.__a[t])return;return r(e.event?e.event(n):n)}}}function A(t,n,r,i,a,o,s,c,l,u){var d,p,h,_,b,x,S,E,D,ee,O,ne,re,ie,ae,oe,k,se,A=n.type;if(n.constructor!==f)return null;128&r.__u&&(l=32&r.__u,d=r.__c.__z)&&(n.__u|=l,p=o=[],d.nodeType==8?c=ce(d,o):o.push(d),c=o[0]||c),(d=e.__b)&&d(n);n:if(typeof A==`function`){h=s.length;try{if(E=n.props,D=(d=A.prototype)&&d.render,ee=(d=A.contextType)&&i[d.__c],O=d?ee?ee.props.value:d.__:i,(_=r.__c)?(n.__c=_,2&_.__g&&(_.__g|=1)):(D?n.__c=_=new A(E,O):(n.__c=_=new w(E,O),_.constructor=A,_.render=me),ee&&ee.sub(_),_.state||(_.state={}),_.__n=i,_.__g|=8,_.__h=[],_.__k=[]),D&&(_.__s||(_.__s=_.state),A.getDerivedStateFromProps&&(_.__s==_.state&&(_.__s=v({},_.__s)),v(_.__s,A.getDerivedStateFromProps(E,_.__s)))),b=_.props,x=_.state,_.__v=n,r.__c){if(E!==b&&D&&!A.getDerivedStateFromProps&&_.componentWillReceiveProps&&_.componentWillReceiveProps(E,O),n.__v==r.__v&&!(8&_.__g)||!(4&_.__g)&&_.shouldComponentUpdate&&!1===_.shouldComponentUpdate(E,_.__s,O)){n.__v!=r.__v&&(_.props=E,_.state=_.__s,_.__g&=-9),n.__e=r.__e,n.__k=r.__k,n.__k.some(function(e){e&&(e.__=n)}),m.push.apply(_.__h,_.__k),_.__k=[],_.__h.length&&s.push(_),c=T(r);break n}_.componentWillUpdate&&_.componentWillUpdate(E,_.__s,O),D&&_.componentDidUpdate&&_.__h.push(function(){_.componentDidUpdate(b,x,S)})}else D&&!A.getDerivedStateFromProps&&_.componentWillMount&&_.componentWillMount(),D&&_.componentDidMount&&_.__h.push(_.componentDidMount);_.context=O,_.props=E,_.__P=t,_.__g&=-5,ne=e.__r,re=D?25:0;do _.__g&=-9,ne&&ne(n),d=_.render(_.props,_.state=_.__s,_.context);while(8&_.__g&&++re<25);D&&(m.push.apply(_.__h,_.__k),_.__k=[]),_.state=_.__s,_.getChildContext&&(i=v({},i,_.getChildContext())),D&&r.__c&&_.getSnapshotBeforeUpdate&&(S=_.getSnapshotBeforeUpdate(b,x)),ie=d&&d.type===C&&d.key==null?d.props.children:d,E.__P&&(d=c,a=(t=E.__P).namespaceURI,l=o=null,r.props&&r.props.__P!=t&&(r.__k.some(function(e){e&&pe(e,e)}),r.__k=null),c=r.__k?T(r,0):null),c=te(t,g(ie)?ie:[ie],n,r,i,a,o,s,c,l,u),E.__P&&(n.__e=null,c=d),n.__u&=-161,p&&p.some(y),_.__h.length&&s.push(_),1&_.__g&&(_.__g&=-4)}catch(t){if(s.length=h,n.__v=null,l||o){if(t&&t.then){if(n.__u|=128|l,o){for(~(k=o.indexOf(c||void 0))||(k=o.length);(se=o[k-1])&&se.nodeType==8;)k--;for(;k<o.length;k++)if(se=o[k]){if(o[k]=null,ae){if(se==oe)break}else{if(se.nodeType!=8)break;se.data.startsWith(`$s`)&&(oe=ce(ae=se))}}}if(!ae){for(;c&&c.nodeType==8&&c.nextSibling;)c=c.nextSibling;ae=c}(d=ce(ae=n.__c.__z||(n.__c.__z=ae)))?(n.__e=ae,c=d):n.__e=c,c&&=c.nextSibling}else o&&o.some(y)}else n.__e=r.__e;n.__k||=r.__k||[],t&&t.then||le(n),e.__e(t,n,r)}}else c=n.__e=de(r.__e,n,r,i,a,o,s,l,u,t);return(d=e.diffed)&&d(n),c}function ce(e,t){if(e&&e.nodeType==8&&e.data.startsWith(`$s`))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith(`$s`))n++;else if(e.data.startsWith(`/$s`)&&!--n)return e}t&&t.push(e)}}function le(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(le))}function ue(t,n,r){for(var i=0;i<r.length;)fe(r[i++],r[i++],r[i++]);e.__c&&e.__c(n,t),t.some(function(n){try{t=n.__h,n.__h=[],t.some(function(e){e.call(n)})}catch(t){e.__e(t,n.__v)}})}function de(t,n,r,i,a,o,s,c,l,u){var d,f,m,v,b,x,S,C,w=r.props||p,E=n.props,D=n.type;if(D==`svg`?a=`http://www.w3.org/2000/svg`:D==`math`?a=`http://www.w3.org/1998/Math/MathML`:a||=`http://www.w3.org/1999/xhtml`,o){for(d=0;d<o.length;d++)if((b=o[d])&&(D?b.localName==D:b.nodeType==3)){t=b,o[d]=null;break}}if(!t){if(C=u.ownerDocument||document,!D)return C.createTextNode(E);t=C.createElementNS(a,D,E.is?E:u),c&&=(e.__m&&e.__m(n,o),!1),o=null}if(D){if(u=D==`template`&&t.content||t,o=D==`textarea`&&E.defaultValue!=null?null:o&&_.call(u.childNodes),!c&&o)for(w={},d=0;d<t.attributes.length;d++)w[(b=t.attributes[d]).name]=b.value;for(d in w)b=w[d],d==`dangerouslySetInnerHTML`?m=b:d==`children`||d in E||d==`value`&&`defaultValue`in E||d==`checked`&&`defaultChecked`in E||k(t,d,null,b,a);for(d in E)b=E[d],d==`children`?v=b:d==`dangerouslySetInnerHTML`?f=b:d==`value`?x=b:d==`checked`?S=b:c&&typeof b!=`function`||w[d]===b||k(t,d,b,w[d],a);f?(c||m&&(f.__html==m.__html||f.__html==t.innerHTML)||(t.innerHTML=f.__html),n.__k=[]):(m&&(t.textContent=``),(D==`foreignObject`||a==`http://www.w3.org/1998/Math/MathML`&&h.test(D))&&(a=`http://www.w3.org/1999/xhtml`),te(u,g(v)?v:[v],n,r,i,a,o,s,o?o[0]:r.__k&&T(r,0),c,l),o&&o.some(y)),c&&D!=`textarea`||(d=`value`,D==`progress`&&x==null?t.removeAttribute(d):x==null||x===t[d]&&(D!=`progress`||x)||k(t,d,x,w[d],a),d=`checked`,S!=null&&S!=t[d]&&k(t,d,S,w[d],a))}else w===E||c&&t.data==E||(t.data=E);return t}function fe(t,n,r,i){try{typeof t==`function`?n?n.__x=t(n)||1:(i&&=i.__c||i.__e)&&(n=i.__x)&&(i.__x=null,typeof n==`function`?n():t(null)):t.current=n}catch(t){e.__e(t,r)}}function pe(t,n,r){var i,a,o,s;if(e.unmount&&e.unmount(t),!(i=t.ref)||i.current&&i.current!=t.__e||fe(i,null,n,t),i=t.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(t){e.__e(t,n)}i.__P=i.__n=null}if(i=t.__k)for(s=0;s<i.length;s++)i[s]&&pe(i[s],n,typeof t.type!=`function`||r&&!t.props.__P);!r&&(i=t.__c)&&(i=i.__z)&&(a=ce(i,o=[]))&&(i==t.__e&&o.some(y),y(a),y(i)),r||y(t.__e),t.__e=t.__c=t.__=null}function me(e,t,n){return this.constructor(e,n)}function he(t,n){var r,i,a,o;e.__&&e.__(t,n),n.nodeType==9&&(n=n.documentElement),i=(r=t&&32&t.__u)?null:n.__k,n.__k=S(C,{children:[t]}),a=[],o=[],A(n,n.__k,i||p,p,n.namespaceURI,i?null:n.firstChild?_.call(n.childNodes):null,a,i?i.__e:n.firstChild,r,o),ue(a,n.__k,o),n.__k.props.children=null}function ge(e){function t(e){var n,r;return this.getChildContext||(n=new Set,(r={})[t.__c]=this,this.getChildContext=function(){return r},this.shouldComponentUpdate=function(e){this.props.value!=e.value&&n.forEach(function(e){e.__g|=4,ee(e)})},this.sub=function(e){n.add(e);var t=e.componentWillUnmount;e.componentWillUnmount=function(){n.delete(e),t&&t.call(e)}}),e.children}return t.__c=`__cC`+d++,t.__=e,t.Provider=(t.Consumer=function(e,t){return e.children(t)}).contextType=t,t}e={__e:function(e,t,n,r){for(var i,o,s;t=t.__;)if((i=t.__c)&&!(1&i.__g)){i.__g|=4;try{if((s=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(e)),i.componentDidCatch&&(i.componentDidCatch(e,r||{}),s=1),s&&8&i.__g)return void(i.__g|=2)}catch(t){e=t}}throw a=0,e}},t=0,n=function(e){return e!=null&&e.constructor===f},w.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=v({},this.state)),typeof e==`function`&&(e=e(v({},n),this.props)),e&&(v(n,e),this.__v&&(t&&this.__k.push(t),ee(this)))},w.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),ee(this))},w.prototype.render=C,r=[],a=0,o=function(e,t){return e.__v.__b-t.__v.__b},s=Symbol(),c=/(PointerCapture)$|Capture$/i,l=0,u={},d=0;var _e,j,ve,ye,be=Object.is,xe=0,Se=[],Ce=[],M=e,we=M.__b,Te=M.__r,Ee=M.diffed,De=M.__c,Oe=M.unmount,ke=M.__;function Ae(e,t){M.__h&&M.__h(j,e,xe||t),xe=0;var n=j.__H||(j.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function N(e){return xe=1,je(Ue,e)}function je(e,t,n){var r=Ae(_e++,2);if(r.t=e,!r.__c&&(r.__=[n?n(t):Ue(void 0,t),function(e){var t=(r.__N||r.__)[0],n=r.t(t,e);be(t,n)||(r.__N=[n,r.__[1]],r.__c.setState({}))}],r.__c=j,!j.__f)){j.__f=!0;var i=j.shouldComponentUpdate;j.shouldComponentUpdate=function(e,t,n){var r=this.__H;if(!r)return!0;var a=!1,o=this.props!=e;if(r.__.some(function(e){e.__N&&(a=!0,be(e.__[0],e.__N[0])||(o=!0))}),i){var s=i.call(this,e,t,n);return a?s||o:s}return!a||o}}return r.__}function P(e,t){var n=Ae(_e++,3);!M.__s&&He(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,j.__H.__h.push(n))}function Me(e,t){var n=Ae(_e++,4);!M.__s&&He(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,j.__h.push(n))}function F(e){return xe=5,Ne(function(){return{current:e}},[])}function Ne(e,t){var n=Ae(_e++,7);return He(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Pe(e){var t=j.context[e.__c],n=Ae(_e++,9);return n.c=e,t?(n.__??(n.__=!0,t.sub(j)),t.props.value):e.__}function Fe(){var e=Ae(_e++,11);if(!e.__){for(var t=j.__v;!t.__m&&t.__;)t=t.__;var n=t.__m||(t.__m=[0,0]);e.__=`P`+n[0]+`-`+n[1]++}return e.__}function Ie(){var e;do{for(;e=Ce.shift();)try{Be(e)}catch(t){M.__e(t,{__:(e=e.__P)&&e.__v})}for(;e=Se.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Be),t.__h.some(Ve),t.__h=[]}catch(n){t.__h=[],M.__e(n,e.__v)}}}while(Ce.length)}M.__b=function(e){j=null,we&&we(e)},M.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),ke&&ke(e,t)},M.__r=function(e){Te&&Te(e),_e=0;var t=(j=e.__c).__H;t&&(ve==j?j.__h=[]:(t.__h.some(Be),t.__h.some(Ve),_e=0),t.__h=[],t.__.some(function(e){e.__N&&(e.__=e.__N),e.u=e.__N=void 0})),ve=j},M.diffed=function(e){Ee&&Ee(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&ze(Se.push(t)),t.__H.__.some(function(e){e.u&&(e.__H=e.u)})),ve=j=null},M.__c=function(e,t){t.some(function(e){try{e.__h.some(Be),e.__h=e.__h.filter(function(e){return!e.__||Ve(e)})}catch(t){e.__h=[function(){throw t}]}}),De&&De(e,t)},M.unmount=function(e){Oe&&Oe(e);var t,n,r=e.__c;r&&r.__H&&(r.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n&&=n.__c}r.__P=n,ze(Ce.push(r))}else Be(r)}catch(e){t=e}}),r.__H=void 0,t&&M.__e(t,r.__v))};var Le=typeof requestAnimationFrame==`function`;function Re(e){var t,n=function(){clearTimeout(r),Le&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);Le&&(t=requestAnimationFrame(n))}function ze(e){e!=1&&ye==M.requestAnimationFrame||((ye=M.requestAnimationFrame)||Re)(Ie)}function Be(e){var t=j,n=e.__c;typeof n==`function`&&(e.__c=void 0,n()),j=t}function Ve(e){var t=j;e.__c=e.__(),j=t}function He(e,t){return!e||e.length!=t.length||t.some(function(t,n){return!be(t,e[n])})}function Ue(e,t){return typeof t==`function`?t(e):t}var We,Ge;function Ke(e){return!Ge||(typeof Ge==`string`?e.startsWith(Ge):Ge.test(e))}function qe(e,t){let n=``;if(We=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!Ke(i)||r.download)return e;We=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(We=!t.replace,n=t.url):n=location.pathname+location.search;return We===!0?history.pushState(null,``,n):We===!1&&history.replaceState(null,``,n),n}var Je=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function Ye(e){let[t,n]=je(qe,e.url||location.pathname+location.search);e.scope&&(Ge=e.scope);let r=We===!0,i=Ne(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return Me(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),b(Ye.ctx.Provider,{value:i},e.children)}var Xe=Promise.resolve();function Ze(e){let[t,n]=je(e=>e+1,0),{url:r,query:i,wasPush:a,path:o}=rt();if(!r)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:s=o,params:c={}}=Pe(tt),l=F(!1),u=F(o),d=F(1),f=F(),p=F(),m=F(),h=F(!1),g=F();g.current=!1;let _,v,y;ie(e.children).some(e=>{if(Je(s,e.props.path,y={...e.props,path:s,query:i,params:Object.assign({},c),rest:``}))return _=x(e,y);e.props.default&&(v=x(e,y))});let S=_||v,C=f.current&&f.current.__u&Qe&&f.current.__u&$e,w=f.current&&f.current.__h,T=Ne(()=>{p.current=f.current,f.current=b(tt.Provider,{value:y},S);let e=p.current&&p.current.props.children;return!e||!S||S.type!==e.type||S.props.component!==e.props.component?(d.current++,!0):!1},[r,JSON.stringify(y)]);C?(f.current.__u|=Qe,f.current.__u|=$e):w&&(f.current.__h=!0);let E=p.current;return p.current=null,this.__c=(t,i)=>{g.current=!0,p.current=E,e.onLoadStart&&e.onLoadStart(r),l.current=!0;let a=d.current;t.then(()=>{a===d.current&&(p.current=null,f.current&&(i.__h&&(f.current.__h=i.__h),i.__u&$e&&(f.current.__u|=$e),i.__u&Qe&&(f.current.__u|=Qe)),Xe.then(n))})},Me(()=>{let t=this.__v&&this.__v.__e;g.current?!h.current&&!m.current&&(m.current=t):(!h.current&&m.current&&(m.current!==t&&m.current.remove(),m.current=null),h.current=!0,u.current!==o&&(a&&scrollTo(0,0),e.onRouteChange&&e.onRouteChange(r),u.current=o),e.onLoadEnd&&l.current&&e.onLoadEnd(r),l.current=!1)},[o,a,t]),T?[b(et,{r:f,key:d.current}),b(et,{r:p,key:d.current-1})]:b(et,{r:f,key:d.current})}var Qe=32,$e=128,et=({r:e})=>e.current;Ze.Provider=Ye,Ye.ctx=ge({});var tt=ge({}),nt=e=>b(e.component,e),rt=()=>Pe(Ye.ctx),it=()=>Pe(tt),at=e.__b;e.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),at&&at(e)};function I(e){let t,n,r=()=>e().then(e=>n=e&&e.default||e),i=e=>{let[,i]=N(0),a=F(n);if(t||=r(),n!==void 0)return b(n,e);throw a.current||=t.then(()=>i(1)),t};return i.preload=()=>(t||=r(),t),i._forwarded=!0,i}var ot=e.__e;e.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}ot&&ot(e,t,n)};function st(e){return this.__c=ct,this.componentDidCatch=e.onError,e.children}function ct(e){e.then(()=>this.forceUpdate())}var lt=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),ut=function(e){return`/console/`+e},dt={},ft=function(e){return e.pathname.endsWith(`.css`)},pt=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},L=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=ut(t,n);let r=s(t),i=ft(r);return pt(dt,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:lt,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function mt({amount:e,currency:t}){return ht({style:`currency`,currency:t,.../^-?\d+(\.0+)?$/.test(e)&&{maximumFractionDigits:0}},e)}function ht(e,t){let n=e.currency===`USD`?`symbol`:`code`;return new Intl.NumberFormat(`en-US`,{...e,currencyDisplay:n}).format(t).replace(`\xA0`,` `)}function gt(e){return e.toLocaleString(`en-US`)}function R(e,t,n=`${t}s`){return`${gt(e)} ${e===1?t:n}`}function _t(e){return e?new Date(e).toLocaleDateString(`en-US`,{timeZone:`UTC`,year:`numeric`,month:`long`,day:`numeric`}):``}function vt(e){return e?new Date(e).toLocaleString(`en-US`,{year:`numeric`,month:`long`,day:`numeric`,hour:`numeric`,minute:`2-digit`}):``}function yt(e){return e.toLocaleTimeString(`en-US`,{hour:`numeric`,minute:`2-digit`})}var bt=864e5;function z(e=0,t=new Date){return new Date(t.getTime()+e*bt).toISOString().slice(0,10)}function xt(e,t=new Date){return Math.round((Date.parse(e.slice(0,10))-Date.parse(z(0,t)))/bt)}function St(e,t=new Date){let n=xt(e,t);return n===0?`today`:n>0?`in ${R(n,`day`)}`:`${R(-n,`day`)} ago`}function B(e,t){return t==null?``:e[t]??t}var Ct={deficient:`Deficient`,unknown:`Outstanding`,waived:`Exception`,compliant:`In compliance`,notApplicable:`No requirement`},wt={deficient:`Not insured as the lender requires`,unknown:`Information that decides it is outstanding`,waived:`In compliance, but for an exception that was approved`,compliant:`Insured as the lender requires`,notApplicable:`The lender requires nothing here, or no risk profile is set`},Tt=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],Et={applicability_unknown:`Not known if required`,no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,insured_not_named:`Borrower not named insured`,insured_unknown:`Named insured not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,claims_made:`Claims-made form`,form_unknown:`Coverage form not known`,valuation_not_accepted:`Valuation not accepted`,valuation_unknown:`Valuation not known`,coinsurance_too_high:`Coinsurance too high`,coinsurance_unknown:`Coinsurance not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,endorsement_missing:`Endorsement missing`,endorsement_unknown:`Endorsement not known`,excluded:`Exclusion not accepted`,exclusion_unknown:`Exclusions not known`,notice_too_short:`Notice of cancellation too short`,notice_unknown:`Notice of cancellation not known`,evidence_missing:`Evidence missing`,evidence_temporary:`Temporary evidence run out`,not_confirmed:`Renewal not confirmed`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`,aggregate_too_low:`Aggregate limit too low`,period_too_short:`Period of indemnity too short`,period_unknown:`Period of indemnity not known`,attachment_gap:`Gap below the layer`},Dt={fail:`Not met`,unknown:`Outstanding`,waived:`Exception`},Ot={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`,closed:`Closed`},kt={paidOff:`Loan paid off`,sold:`Loan sold`,chargedOff:`Loan charged off`,transferred:`Serviced by somebody else`,error:`Opened by mistake`},At={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},jt={selfManaged:`Followed up by the lender`,serviceManaged:`Followed up by us`},Mt={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review lender-placed insurance`,caseApproval:`Approve a case or an exception`,loanMissing:`Find a missing loan`};function Nt(e){return e.type===`caseApproval`?e.waiverId?`Decide an exception`:`Approve a case`:B(Mt,e.type)}var Pt={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Ft=[`open`,`inProgress`,`paused`],It={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Review of lender-placed insurance`,deficiency:`Request for correction`,deficiencyReminder:`Reminder to correct`,deficiencyFinal:`Final reminder to correct`},Lt={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},Rt={pending:`Waiting`,sent:`Accepted by the mail server`,refused:`Refused by the mail server`,abandoned:`Given up`},zt={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},Bt={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Vt={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},Ht={nonPayment:`Premium not paid`,underwriting:`Carrier does not want the risk`,insuredRequest:`Insured asked for it`,rewritten:`Another policy replaces it`,other:`Another reason`},Ut={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},Wt={proposed:`To be decided`,accepted:`Accepted`,rejected:`Rejected`},Gt={created:`Created`,newTerm:`New term`,correction:`Correction or confirmation`},Kt={primary:`Primary`,excess:`Excess`,umbrella:`Umbrella`},qt={perOccurrence:`Each occurrence`,aggregate:`Aggregate`,total:`Total`},Jt={Special:`Special`,Broad:`Broad`,Basic:`Basic`,Unknown:`Not known`},Yt={mortgagee:`Mortgagee`,lendersLossPayable:`Lender’s loss payable`,lossPayee:`Loss payee`,additionalInsured:`Additional insured`,certificateHolder:`Certificate holder`},Xt={LOAN_AMOUNT:`Loan amount`,INSURABLE_VALUE:`Insurable value`,LESSER:`Lesser of loan amount and insurable value`,FLOOD:`Federal flood rules: least of balance, insurable value and the program’s maximum`},Zt={TARGET:`Each building or the case`,LOAN:`All buildings together`},Qt={ANY:`One of the borrowers`,ALL:`Each of the borrowers`},$t={AM_BEST:`A.M. Best`,DEMOTECH:`Demotech`,SP:`S&P`,MOODYS:`Moody’s`},en={replacementCost:`Replacement cost`,actualCashValue:`Actual cash value`,agreedValue:`Agreed value`,functionalReplacementCost:`Functional replacement cost`},tn={carrier:`Carrier`,limits:`Limits`,deductibles:`Deductible`,coverageFormType:`Form`,mortgageeClauses:`Clauses`,insureds:`Named insureds`,perils:`Perils`,valuation:`Valuation`,endorsements:`Endorsements`,exclusions:`Exclusions`,noticeDays:`Days of notice`,attachment:`Attachment`},nn={LIMIT:`the limit`,INSURED_VALUE:`the insured value`},rn={voluntary:`By the borrower`,lenderPlaced:`Lender-placed`},an={ACCEPT:`what a new term takes over from the one before counts`,UNKNOWN:`what a new term takes over from the one before is outstanding until it is confirmed`},on={loanNumber:`loan number`,displayName:`name`,insured:`named insured`,asset:`address`,policyNumber:`policy number`},sn={serviceAccount:`Lender`,staff:`Staff`,person:`Person`,system:`covertrack`,evidenceLink:`Evidence link`};function cn(e,t){let n=B(sn,t);return n===e?e:`${e} (${n.toLowerCase()})`}var ln={admin:`Administrator`,analyst:`Analyst`,viewer:`Viewer`},un={office:`Office`,mobile:`Mobile`,home:`Home`,fax:`Fax`,other:`Another`},dn={viewer:`Viewer`,analyst:`Analyst`,approver:`Approver`,admin:`Administrator`,support:`Support`,operator:`Operator`},fn={live:`live`,test:`test`},pn=Symbol.for(`pv`),mn=0;Array.isArray;function V(t,n,r,i,a,o){n||={};var s,c,l=n;if(`ref`in l&&typeof t!=`function`)for(c in l={},n)c==`ref`?s=n[c]:l[c]=n[c];var u={type:t,props:l,key:r,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:pn,__v:--mn,__i:-1,__u:0};return(a||o)&&(u.__source=a,u.__self=o),e.vnode&&e.vnode(u),u}var hn=Symbol.for(`preact-signals`);function gn(){if(U>1)U--;else{var e,t=!1;for((function(){var e=wn;for(wn=void 0;e!==void 0;){var t=e.S;if(t.v===e.v)for(var n=t.t;n!==void 0;n=n.x)n.i===e.i&&(n.i=t.i);e=e.o}})();bn!==void 0;){var n=bn;for(bn=void 0,xn++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&Dn(n))try{n.c()}catch(n){t||=(e=n,!0)}n=r}}if(xn=0,U--,t)throw e}}function _n(e){if(U>0)return e();Cn=++Sn,U++;try{return e()}finally{gn()}}var vn,H=void 0;function yn(e){var t=H,n=vn;H=void 0,vn=void 0;try{return e()}finally{H=t,vn=n}}var bn=void 0,U=0,xn=0,Sn=0,Cn=0,wn=void 0,Tn=0;function En(e){if(H!==void 0){var t=e.n;if(t===void 0||t.t!==H)return t={i:0,S:e,p:H.s,n:void 0,t:H,e:void 0,x:void 0,r:t},H.s!==void 0&&(H.s.n=t),H.s=t,e.n=t,32&H.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=H.s,t.n=void 0,H.s.n=t,H.s=t),t}}function W(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}W.prototype.brand=hn,W.prototype.h=function(){return!0},W.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n===void 0?yn(function(){var e;(e=t.W)==null||e.call(t)}):n.e=e)},W.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&yn(function(){var e;(e=t.Z)==null||e.call(t)}))}},W.prototype.subscribe=function(e){var t=this;return In(function(){var n=t.value;yn(function(){return e(n)})},{name:`sub`})},W.prototype.valueOf=function(){return this.value},W.prototype.toString=function(){return this.value+``},W.prototype.toJSON=function(){return this.value},W.prototype.peek=function(){var e=this;return yn(function(){return e.value})},Object.defineProperty(W.prototype,"value",{get:function(){var e=En(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(xn>100)throw Error(`Cycle detected`);(function(e){U!==0&&xn===0&&e.l!==Cn&&(e.l=Cn,wn={S:e,v:e.v,i:e.i,o:wn})})(this),this.v=e,this.i++,Tn++,U++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{gn()}}}});function G(e,t){return new W(e,t)}function Dn(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function On(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function kn(e){for(var t=e.s,n=void 0;t!==void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=r}e.s=n}function An(e,t){W.call(this,void 0,t),this.x=e,this.s=void 0,this.g=Tn-1,this.f=4}An.prototype=new W,An.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===Tn))return!0;if(this.g=Tn,this.f|=1,this.i>0&&!Dn(this))return this.f&=-2,!0;var e=H;try{On(this),H=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(e){this.v=e,this.f|=16,this.i++}return H=e,kn(this),this.f&=-2,!0},An.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}W.prototype.S.call(this,e)},An.prototype.U=function(e){if(this.t!==void 0&&(W.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}},An.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}},Object.defineProperty(An.prototype,"value",{get:function(){if(1&this.f)throw Error(`Cycle detected`);var e=En(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function jn(e,t){return new An(e,t)}function Mn(e){var t=e.j;if(e.j=void 0,typeof t==`function`){U++;var n=H;H=void 0;try{t()}catch(t){throw e.f&=-2,e.f|=8,Nn(e),t}finally{H=n,gn()}}}function Nn(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,Mn(e)}function Pn(e){if(H!==this)throw Error(`Out-of-order effect`);kn(this),H=e,this.f&=-2;try{8&this.f&&Nn(this)}finally{gn()}}function Fn(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,vn&&vn.push(this)}Fn.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t==`function`&&(this.j=t)}finally{e()}},Fn.prototype.S=function(){if(1&this.f)throw Error(`Cycle detected`);this.f|=1,this.f&=-9,Mn(this),On(this),U++;var e=H;return H=this,Pn.bind(this,e)},Fn.prototype.N=function(){2&this.f||(this.f|=2,this.u=bn,bn=this)},Fn.prototype.d=function(){this.f|=8,1&this.f||Nn(this)},Fn.prototype.dispose=function(){this.d()};function In(e,t){var n=new Fn(e,t);try{n.c()}catch(e){throw n.d(),e}var r=n.d.bind(n);return r[Symbol.dispose]=r,r}var Ln,Rn,zn,Bn=typeof window<`u`&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Vn=[];In(function(){Ln=this.N})();function Hn(t,n){e[t]=n.bind(null,e[t]||function(){})}function Un(e){if(zn){var t=zn;zn=void 0,t()}zn=e&&e.S()}function Wn(e){var t=this,r=e.data,i=Kn(r);i.name=`ReactiveDom`,i.value=r;var a=Ne(function(){for(var e=t,r=t.__v;r=r.__;)if(r.__c){r.__c.__$f|=4;break}var a=jn(function(){var e=i.value.value;return e===0?0:!0===e?``:e||``}),o=jn(function(){return!Array.isArray(a.value)&&!n(a.value)}),s=In(function(){if(this.N=Xn,o.value){var t=a.value;e.__v&&e.__v.__e&&e.__v.__e.nodeType===3&&(e.__v.__e.data=t)}}),c=t.__$u.d;return t.__$u.d=function(){s(),c.call(this)},[o,a]},[]),o=a[0],s=a[1];return o.value?s.peek():s.value}Wn.displayName=`ReactiveTextNode`,Object.defineProperties(W.prototype,{constructor:{configurable:!0,value:b(C,null).constructor},type:{configurable:!0,value:Wn},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}}),Hn(`__b`,function(e,t){if(Un(),Rn=void 0,typeof t.type==`string`){var n,r=t.props;for(var i in r)if(i!==`children`){var a=r[i];a instanceof W&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)}),Hn(`__r`,function(e,t){if(e(t),t.type!==C){Un();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=function(e,t){var n;return In(function(){n=this},{name:t}),n.c=e,n}(function(e){return function(){var t;Bn&&((t=this.y)==null||t.call(this)),e.__$f|=1,e.setState({})}}(r),typeof t.type==`function`?t.type.displayName||t.type.name:``))),Rn=r,Un(n)}}),Hn(`__e`,function(e,t,n,r){Un(),Rn=void 0,e(t,n,r)}),Hn(`diffed`,function(e,t){Un(),Rn=void 0;var n;if(typeof t.type==`string`&&(n=t.__e)){var r=t.__np,i=t.props,a=n.U;if(a)for(var o in a){var s=a[o];s===void 0||r&&o in r||(s.d(),a[o]=void 0)}if(r)for(var c in a||(a={},n.U=a),r){var l=a[c],u=r[c];l===void 0?(l=Gn(n,c,u,i),a[c]=l):l.o(u,i)}}e(t)});function Gn(e,t,n,r){var i=t in e&&e.ownerSVGElement===void 0,a=G(n);return{o:function(e,t){a.value=e,r=t},d:In(function(){this.N=Xn;var n=a.value.value;r[t]!==n&&(r[t]=n,i?e[t]=n:n!=null&&(!1!==n||t[4]===`-`)?e.setAttribute(t,n):e.removeAttribute(t))})}}Hn(`unmount`,function(e,t){if(typeof t.type==`string`){var n=t.__e;if(n){var r=n.U;if(r)for(var i in n.U=void 0,r){var a=r[i];a&&a.d()}}var o=t.__np;if(o){var s=t.props;for(var c in o)s[c]=o[c]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var u=l.__$u;u&&(l.__$u=void 0,u.d())}}e(t)}),Hn(`__h`,function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)}),w.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u==`boolean`&&!0===this.u){var a=2&this.__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var o in e)if(o!==`__source`&&e[o]!==this.props[o])return!0;for(var s in this.props)if(!(s in e))return!0;return!1};function Kn(e,t){return Ne(function(){return G(e,t)},[])}function qn(e,t){var n=F(e);return n.current=e,Rn.__$f|=4,Ne(function(){return jn(function(){return n.current()},t)},[])}var Jn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Yn(){_n(function(){for(var e;e=Vn.shift();)Ln.call(e)})}function Xn(){Vn.push(this)===1&&(e.requestAnimationFrame||Jn)(Yn)}var Zn=G(!0),Qn=G(!1),$n=G(``),er={accountRole:`role`,body:`opening`,carriedOver:`not confirmed since renewal`,claimsMade:`claims-made form`,coinsurancePercent:`coinsurance, percent`,coverageFormType:`coverage form`,coverageTypeIds:`coverages`,expiresOn:`last day`,externalId:`key in other systems`,gapDays:`days without cover`,insuranceContactCCIds:`contacts in copy`,insuranceContactsCC:`contacts in copy`,insuranceContactIds:`insurance contacts`,insuredIds:`named insureds`,managementType:`follow-up`,mortgageeClauseIds:`mortgagee clauses`,naicCode:`NAIC number`,amBestRating:`A.M. Best rating`,noticeDays:`days of notice`,perilsByAsset:`perils by asset`,riskProfileId:`risk profile`,statedValues:`statement of values`,url:`address`,versionNumber:`version`,waiverId:`exception`},tr=e=>er[e]??e.replace(/Ids?$/,``).replace(/([a-z])([A-Z])/g,`$1 $2`).toLowerCase(),nr={...Ot,...At,...Pt,...Vt,...Ut,...Bt,...Lt},rr=e=>(nr[String(e)]??String(e)).toLowerCase(),ir={status:nr,statusBeforeHold:nr,state:nr,stateBeforeHold:nr,verdict:Ct,codes:Et,carriedOver:tn,clauseType:Yt,coverageFormType:Jt,coverageLayer:Kt,kind:qt,limitBasis:Xt,managementType:jt,of:nn,placement:rn,reason:{...kt,...Ht},step:It,type:Mt,valuation:en};function ar(e,t,n){if(e==null||e===``||Array.isArray(e)&&e.length===0)return`nothing`;if(Array.isArray(e))return e.map(e=>ar(e,t,n)).join(e.every(e=>typeof e==`string`)?`, `:`; `);if(typeof e==`boolean`)return e?`yes`:`no`;if(typeof e==`number`)return e.toLocaleString(`en-US`);if(typeof e==`string`)return or(e,t,n);let r=e;return typeof r.amount==`string`&&typeof r.currency==`string`?mt(r):Object.entries(r).filter(([,e])=>e!==null).map(([e,t])=>`${tr(e)} ${ar(t,e,n)}`).join(`, `)}function or(e,t,n){return/^\d{4}-\d{2}-\d{2}(T00:00:00(\.000)?Z)?$/.test(e)?_t(e):/^\d{4}-\d{2}-\d{2}T[\d:.]+Z$/.test(e)?vt(e):ir[t]?.[e]??(/^[0-9a-f-]{36}$/.test(e)?n(e):e)}var sr=e=>e.replace(/`([^`]+)`/g,(e,t,n)=>{if(!/^[A-Za-z][\w.[\]]*$/.test(t))return t;let r=cr(t.replace(/\[(\d+)\]/g,`/$1`).replaceAll(`.`,`/`));return n===0?r.charAt(0).toUpperCase()+r.slice(1):r}),cr=e=>e.replace(/^\/variables\/input(?=\/|$)/,``).split(`/`).filter(e=>e!==``).map(e=>/^\d+$/.test(e)?String(Number(e)+1):/^[A-Za-z]+$/.test(e)?tr(e):e).join(` `);function lr({query:e}){if(e.data===void 0)return null;let t=yt(e.since);return e.stale?V(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,Zn.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,V(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):V(`span`,{class:`since quiet`,children:[`As of `,t]})}var ur={network:`Check your connection. The page tries again automatically.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function dr({refusal:e,retry:t}){return V(`div`,{class:`problem`,role:`alert`,children:[V(`p`,{children:[V(`strong`,{children:e.message}),` `,ur[e.code]]}),V(fr,{refusal:e}),t&&V(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&V(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,V(`code`,{children:e.requestId})]})]})}function fr({refusal:e}){return e.violations.every(({message:t})=>t===e.message)?null:V(`ul`,{children:e.violations.map(({pointer:e,message:t})=>V(`li`,{children:[t,` `,V(`span`,{class:`quiet`,children:cr(e)})]},e+t))})}var pr=`/console`,mr=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function hr(e){mr=e}function K(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return pr+t.join(``)+wr(new URLSearchParams,n??{})}function gr(e,t=!1){mr(e,t)}var _r=G(``);function vr(){_r.value=location.href}function yr(){return _r.value,new URLSearchParams(location.search)}function br(e){return yr().get(e)??``}function xr(e){return br(e).split(`,`).filter(Boolean)}function Sr(e,t={}){gr(location.pathname+wr(new URLSearchParams(location.search),e),!t.push)}function Cr(e){return location.pathname+wr(yr(),e)}function q(){_r.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function wr(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var Tr=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function Er(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function Dr(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function Or(e,t,n={}){let r=await kr(`/graphql`,{method:`POST`,headers:{...Er(n),Accept:`application/graphql-response+json`},body:JSON.stringify(Dr(e,t)),...n.signal&&{signal:n.signal}}),i=await Ar(r),a=Mr(r,i);if(a)throw a;return i.data}async function kr(e,t){try{let n=await fetch(e,t);return Zn.value=!0,n}catch(e){throw t.signal?.aborted?e:(Zn.value=!1,new Tr(0,`network`,`The server cannot be reached.`))}}async function Ar(e){try{return await e.json()}catch{return}}var jr=({pointer:e,message:t})=>({pointer:e,message:sr(t)});function Mr(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(Qn.value||($n.value=r?.message??``),Qn.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[]).map(jr)??[],o=r?sr(r.message):`The server answered ${e.status} and nothing that can be read.`,s=new Tr(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var Nr=3e4,Pr=5e3;function J(e){return e instanceof Tr?e:new Tr(0,`page`,`The page could not read the answer: ${String(e)}`)}function Fr(e,t,n=q()){let r=JSON.stringify([e.__meta__?.hash,t,n]),[i,a]=N({loading:!0,since:new Date}),o=F(void 0);async function s(){o.current?.abort();let i=o.current=new AbortController;a(e=>({...e,loading:!0}));try{let o=await Or(e,t,{portfolio:n,signal:i.signal});i.signal.aborted||a({data:o,key:r,loading:!1,since:new Date})}catch(e){i.signal.aborted||a(t=>Ir(t,r,J(e)))}}P(()=>(s(),()=>o.current?.abort()),[r]),Lr(r,i,()=>void s());let{key:c,...l}=i;return{...l,loading:i.loading||c!==r,stale:i.error!==void 0&&i.data!==void 0,reload:s}}function Ir({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e},key:r,since:n,error:i,loading:!1}}function Lr(e,t,n){let r=Rr(t.error);P(()=>{if(r===void 0||t.loading)return;let e=setTimeout(n,r);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),P(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>Nr&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function Rr(e){return e?.code===`network`||e?.status===503?Pr:e?.status===401&&!Qn.value?0:void 0}function zr(e,t,n,r=!0){let[i,a]=N({}),o=JSON.stringify(t);P(()=>{if(!r)return;let i=new AbortController,s=setTimeout(()=>{Or(e,t,{portfolio:q(),signal:i.signal}).then(e=>!i.signal.aborted&&a({data:e,key:o}),e=>!i.signal.aborted&&a(({data:t})=>({...t!==void 0&&{data:t},refusal:J(e),key:o})))},n);return()=>{clearTimeout(s),i.abort()}},[o,r]);let{key:s,...c}=i;return{...c,busy:r&&s!==o}}function Br(e,t=q()){let[n,r]=N({busy:!1}),i=F(void 0);async function a(n){let a=JSON.stringify(n);i.current?.variables!==a&&(i.current={variables:a,key:crypto.randomUUID()}),r({busy:!0});try{let a=await Or(e,n,{portfolio:t,idempotencyKey:i.current.key});return i.current=void 0,r({busy:!1}),a}catch(e){let t=J(e);throw t.status>0&&t.status<500&&(i.current=void 0),r({busy:!1,error:t}),t}}return{...n,write:a,clear:()=>r({busy:!1})}}var Vr=e=>e.replace(/[\s,$]/g,``);function Hr(e,t=`USD`){let n=Vr(e);return n?{amount:n,currency:t}:void 0}var Ur=e=>e?new Intl.NumberFormat(`en-US`,{maximumFractionDigits:4}).format(e.amount):``;function Wr(e){let t=e.map(({pointer:e,message:t})=>({pointer:e.replace(/^\/variables\/input(?=\/|$)/,``),message:t})),n=new Set;return Object.assign(e=>{let r=t.filter(t=>t.pointer===e),i=r.length>0?r:t.filter(t=>t.pointer.startsWith(`${e}/`)).slice(0,1);for(let{message:e}of i)n.add(e);return i.length>0?[...new Set(i.map(({message:e})=>e))].join(` `):void 0},{shown:n})}function Gr(e,t){let{status:n,code:r,message:i,requestId:a,violations:o}=e;return new Tr(n,r,i,a,o.map(e=>({...e,pointer:`/${t}`})))}function Kr(e){return t=>e.find(({pointer:e})=>e.split(`/`).includes(t))?.message}function qr(e){let t=F(null),[n,r]=N(!1),[i,a]=N();P(()=>{let e=document.activeElement;return t.current?.showModal(),()=>e?.focus()},[]),P(()=>t.current?.querySelector(`[aria-invalid]`)?.focus(),[i]);async function o(t){t.preventDefault(),r(!0),a(void 0);try{await e.onConfirm(),e.onClose()}catch(e){a(J(e)),r(!1)}}return V(`dialog`,{ref:t,onClose:e.onClose,"aria-label":e.title,children:V(`form`,{method:`dialog`,onSubmit:e=>void o(e),children:[V(`h2`,{children:e.title}),V(`div`,{class:`what`,children:e.what}),e.children?.(Kr(i?.violations??[]),Wr(i?.violations??[])),i&&V(dr,{refusal:i}),V(`div`,{class:`actions`,children:[V(`button`,{type:`button`,onClick:e.onClose,children:`Back`}),V(`button`,{type:`submit`,class:e.danger?`danger`:`primary`,disabled:n,children:n?`Working…`:e.action})]})]})})}function Jr({label:e,hint:t,error:n,children:r}){let i=Fe(),a=[t&&`${i}-hint`,n&&`${i}-error`].filter(Boolean).join(` `);return V(`div`,{class:`field`,children:[V(`label`,{for:i,children:e}),x(r,{id:i,...a&&{"aria-describedby":a},...n&&{"aria-invalid":!0}}),t&&V(`p`,{class:`hint`,id:`${i}-hint`,children:t}),n&&V(`p`,{class:`error`,id:`${i}-error`,role:`alert`,children:n})]})}function Yr(e){return V(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:V(`table`,{class:e.dense?`dense`:void 0,children:[V(`caption`,{class:`hidden`,children:e.caption}),V(`thead`,{children:V(`tr`,{children:e.columns.map(t=>V(Xr,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),V(`tbody`,{onKeyDown:e.onOpen&&$r,children:e.rows.map((t,n)=>V(Zr,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function Xr({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return V(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return V(`th`,{scope:`col`,class:r,"aria-sort":o,children:V(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,V(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function Zr({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return V(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!Qr(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>V(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function Qr(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function $r(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var ei={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function ti({value:e}){return e?V(`span`,{class:`verdict ${e}`,title:B(wt,e),children:[V(`span`,{"aria-hidden":`true`,children:ei[e]}),` `,B(Ct,e)]}):V(`span`,{class:`quiet`,children:`–`})}function ni({text:e,tone:t}){return V(`span`,{class:`status ${t??``}`,children:e})}function ri({value:e}){return e?V(`span`,{class:`money`,children:mt(e)}):V(`span`,{class:`quiet`,children:`–`})}function ii({value:e,distance:t}){if(!e)return V(`span`,{class:`quiet`,children:`–`});let n=St(e);return V(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[_t(e),t&&V(`span`,{class:`quiet`,children:[` `,n]})]})}function ai({value:e}){return e?V(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:vt(e)}):V(`span`,{class:`quiet`,children:`–`})}function Y({to:e,children:t,...n}){return V(`a`,{href:e,...n,children:t})}function oi(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return V(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>V(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function si({value:e,one:t,many:n=`${t}s`}){return V(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:R(e,t,n)})}function ci({what:e}){return V(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function li({children:e}){return V(`p`,{class:`empty`,children:e})}var X=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new X(`
    fragment ExportLine on Export {
  id
  format
  nouns
  on
  scheduleId
  state
  records
  total
  reason
  createdAt
}
    `,{fragmentName:`ExportLine`}),new X(`
    fragment ImportLine on Import {
  id
  name
  state
  rows
  done
  releasedAt
  createdAt
  files {
    fileName
  }
  counts {
    create
    change
    unchanged
    refused
    skipped
    missing
  }
  createdBy {
    kind
    name
  }
}
    `,{fragmentName:`ImportLine`}),new X(`
    fragment VerdictShareParts on VerdictShare {
  verdict
  cases
  loanAmounts {
    amount
    currency
  }
}
    `,{fragmentName:`VerdictShareParts`}),new X(`
    fragment CaseContact on Contact {
  __typename
  id
  displayName
  email
  ... on Broker {
    phone
    brokerage {
      name
    }
  }
  ... on User {
    role
  }
}
    `,{fragmentName:`CaseContact`}),new X(`
    fragment LimitRow on Limit {
  coverageType
  coverageTypes
  asset
  perils
  kind
  amount {
    amount
    currency
  }
  marginPercent
  otherValues {
    amount
    currency
  }
  actualLossSustained
  months
  extendedDays
}
    `,{fragmentName:`LimitRow`}),new X(`
    fragment CasePolicy on Policy {
  id
  displayName
  status
  statusBeforeHold
  onHoldAt
  deactivatedAt
  createdAt
  coverageLayer
  coverageTypes {
    id
    name
  }
  policyNumber
  carrier {
    name
    amBestRating
  }
  startDate
  endDate
  termNumber
  currentVersionId
  premium {
    amount
    currency
  }
  deductible {
    amount
    currency
  }
  limits {
    ...LimitRow
  }
  cancellation {
    termNumber
    effectiveDate
    reason
    recordedAt
    reinstatedOn
    document {
      id
      name
    }
  }
  renewal {
    nextNoticeAt
    lastStep
    paused
    blockedBy
    pausedUntil
  }
  versions {
    id
    versionNumber
    termNumber
    reason
    createdAt
    startDate
    endDate
  }
}
    fragment LimitRow on Limit {
  coverageType
  coverageTypes
  asset
  perils
  kind
  amount {
    amount
    currency
  }
  marginPercent
  otherValues {
    amount
    currency
  }
  actualLossSustained
  months
  extendedDays
}`,{fragmentName:`CasePolicy`}),new X(`
    fragment CaseDocument on Document {
  id
  name
  fileName
  fileType
  createdAt
  category {
    id
    name
  }
}
    `,{fragmentName:`CaseDocument`}),new X(`
    fragment CaseWaiver on Waiver {
  id
  state
  coverageType {
    id
    name
  }
  assetId
  asset {
    id
    displayName
  }
  codes
  reason
  document {
    id
    name
  }
  expiresOn
  requestedBy
  requestedAt
  decidedBy
  decidedAt
}
    `,{fragmentName:`CaseWaiver`}),new X(`
    fragment CaseFacts on Case {
  id
  displayName
  externalId
  status
  statusBeforeHold
  onHoldAt
  closure {
    reason
    on
    note
    closedAt
    statusBefore
  }
  managementType
  loanNumber
  loanAmount {
    amount
    currency
  }
  outstandingBalance {
    amount
    currency
  }
  maturityDate
  createdAt
  updatedAt
  riskProfile {
    id
    name
    version
    requirements {
      coverageType
    }
  }
  program {
    id
    name
  }
  insureds {
    id
    displayName
  }
  insuranceContacts {
    ...CaseContact
  }
  insuranceContactsCC {
    ...CaseContact
  }
  mortgageeClauses {
    id
    clauseType
    certificateHolder {
      name
    }
  }
  caseVerdict {
    verdict
    codes
    nextChangeOn
    evaluatedAt
    shortfalls {
      amount
      currency
    }
  }
  complianceHistory {
    id
    from
    to
    codes
    at
    auditEventId
  }
  assets {
    id
    displayName
    externalId
    createdAt
    assetType {
      key
      name
    }
    documents {
      id
    }
    fields {
      key
      label
      value
    }
  }
  policies {
    ...CasePolicy
  }
  documents {
    ...CaseDocument
  }
  tasks {
    id
    policyId
    type
    state
    dueAt
    reason
    waiverId
    createdAt
    assigneeId
    assignee {
      displayName
    }
  }
  waivers {
    ...CaseWaiver
  }
}
    fragment CaseContact on Contact {
  __typename
  id
  displayName
  email
  ... on Broker {
    phone
    brokerage {
      name
    }
  }
  ... on User {
    role
  }
}
fragment CasePolicy on Policy {
  id
  displayName
  status
  statusBeforeHold
  onHoldAt
  deactivatedAt
  createdAt
  coverageLayer
  coverageTypes {
    id
    name
  }
  policyNumber
  carrier {
    name
    amBestRating
  }
  startDate
  endDate
  termNumber
  currentVersionId
  premium {
    amount
    currency
  }
  deductible {
    amount
    currency
  }
  limits {
    ...LimitRow
  }
  cancellation {
    termNumber
    effectiveDate
    reason
    recordedAt
    reinstatedOn
    document {
      id
      name
    }
  }
  renewal {
    nextNoticeAt
    lastStep
    paused
    blockedBy
    pausedUntil
  }
  versions {
    id
    versionNumber
    termNumber
    reason
    createdAt
    startDate
    endDate
  }
}
fragment CaseDocument on Document {
  id
  name
  fileName
  fileType
  createdAt
  category {
    id
    name
  }
}
fragment CaseWaiver on Waiver {
  id
  state
  coverageType {
    id
    name
  }
  assetId
  asset {
    id
    displayName
  }
  codes
  reason
  document {
    id
    name
  }
  expiresOn
  requestedBy
  requestedAt
  decidedBy
  decidedAt
}
fragment LimitRow on Limit {
  coverageType
  coverageTypes
  asset
  perils
  kind
  amount {
    amount
    currency
  }
  marginPercent
  otherValues {
    amount
    currency
  }
  actualLossSustained
  months
  extendedDays
}`,{fragmentName:`CaseFacts`}),new X(`
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
    `,{fragmentName:`LookedUpCase`}),new X(`
    fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}
    fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}`,{fragmentName:`LookedUpPolicy`}),new X(`
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
    `,{fragmentName:`LookedUpEvent`}),new X(`
    fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
    `,{fragmentName:`LookedUpDelivery`}),new X(`
    fragment LookedUp on Node {
  __typename
  id
  ... on Case {
    ...LookedUpCase
    caseStatus: status
    onHoldAt
    createdAt
    updatedAt
  }
  ... on Document {
    documentName: name
    fileName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Asset {
    displayName
    createdAt
    case {
      ...LookedUpCase
    }
  }
  ... on Insured {
    displayName
    createdAt
    updatedAt
  }
  ... on InsuredGroup {
    name
    createdAt
    updatedAt
  }
  ... on RiskProfile {
    name
    version
    isPublished
    createdAt
  }
  ... on Broker {
    displayName
    email
    createdAt
    updatedAt
  }
  ... on Brokerage {
    name
    createdAt
    updatedAt
  }
  ... on User {
    displayName
    email
    active
    createdAt
    updatedAt
  }
  ... on CoverageType {
    name
    key
  }
  ... on Peril {
    name
    key
  }
  ... on AssetType {
    name
    key
  }
  ... on DocumentCategory {
    name
    key
  }
  ... on Program {
    name
    createdAt
    updatedAt
  }
  ... on CertificateHolder {
    name
    createdAt
    updatedAt
  }
  ... on MortgageeClause {
    clauseType
    certificateHolder {
      id
      name
    }
    createdAt
    updatedAt
  }
  ... on Policy {
    ...LookedUpPolicy
    policyStatus: status
    startDate
    endDate
    onHoldAt
    deactivatedAt
    createdAt
    updatedAt
  }
  ... on PolicyVersion {
    versionNumber
    termNumber
    versionReason: reason
    isCurrent
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Task {
    taskType: type
    taskState: state
    due: dueAt
    reason
    waiverId
    createdAt
    updatedAt
    taskCase: case {
      ...LookedUpCase
    }
    taskPolicy: policy {
      ...LookedUpPolicy
    }
  }
  ... on Waiver {
    waiverState: state
    waiverReason: reason
    expiresOn
    createdAt
    case {
      ...LookedUpCase
    }
    coverageType {
      id
      name
    }
  }
  ... on RenewalNotice {
    step
    noticeState: state
    noticeDueAt: dueAt
    settledAt
    skipReason
    recipients
    createdAt
    noticePolicy: policy {
      ...LookedUpPolicy
    }
    noticeCase: case {
      ...LookedUpCase
    }
  }
  ... on LetterTemplate {
    step
    version
    subjectLine: subject
    isCurrent
    createdAt
  }
  ... on EvidenceLink {
    expiresAt
    revokedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on Evidence {
    evidenceState: state
    submittedAt
    decidedAt
    createdAt
    policy {
      ...LookedUpPolicy
    }
  }
  ... on AuditEvent {
    ...LookedUpEvent
  }
  ... on WebhookEndpoint {
    url
    description
    enabled
    disabledReason
    createdAt
    updatedAt
  }
  ... on WebhookDelivery {
    ...LookedUpDelivery
  }
}
    fragment LookedUpEvent on AuditEvent {
  id
  at
  actorKind
  actorId
  actorName
  action
  subjectType
  subjectId
  changes
  requestId
}
fragment LookedUpDelivery on WebhookDelivery {
  id
  endpointId
  eventId
  type
  deliveryState: state
  attemptCount
  nextAttemptAt
  settledAt
  createdAt
  subject {
    type
    id
    caseId
  }
  attempts {
    at
    status
    error
  }
}
fragment LookedUpCase on Case {
  id
  displayName
  loanNumber
}
fragment LookedUpPolicy on Policy {
  id
  displayName
  policyNumber
  case {
    ...LookedUpCase
  }
}`,{fragmentName:`LookedUp`}),new X(`
    fragment Tried on Compliance {
  verdict
  demands {
    key
    coverageType {
      id
      name
    }
    verdict
    targets {
      verdict
      asset {
        id
        displayName
      }
      findings {
        code
        outcome
        counted
        message
        policyId
      }
    }
    findings {
      code
      outcome
      counted
      message
      policyId
    }
  }
}
    `,{fragmentName:`Tried`}),new X(`
    fragment PolicyCancellation on Cancellation {
  termNumber
  effectiveDate
  reason
  reinstatedOn
  recordedAt
}
    `,{fragmentName:`PolicyCancellation`}),new X(`
    fragment ProfileParts on RiskProfile {
  id
  name
  description
  version
  isPublished
  isLatestVersion
  publishedAt
  carriedOver
  otherCoverages
  requirements {
    key
    coverageType
    assetTypes
    perils
    weight
    clauseType
    certificateHolder
    formTypes
    minimumRating
    limitBasis
    limitPercent
    limitPer
    maximumDeductiblePercent
    insuredNamed
    occurrenceForm
    valuation
    maximumCoinsurancePercent
    endorsements
    prohibitedExclusions
    minimumMonths
    minimumExtendedDays
    minimumLimit {
      amount
      currency
    }
    minimumAggregate {
      amount
      currency
    }
    maximumDeductible {
      amount
      currency
    }
    minimumRatings {
      agency
      rating
      size
    }
    deductibles {
      perils
      maximumAmount {
        amount
        currency
      }
      maximumPercent
      maximumHours
    }
    noticeDays {
      cancellation
      nonPayment
    }
    evidence {
      categories
      temporaryCategories
      temporaryDays
    }
    appliesWhen {
      floodZones
      states
      loanAmount {
        gte {
          amount
          currency
        }
        lt {
          amount
          currency
        }
      }
      insurableValue {
        gte {
          amount
          currency
        }
        lt {
          amount
          currency
        }
      }
      fields {
        fieldType
        in
        gte
        lt
      }
    }
  }
}
    `,{fragmentName:`ProfileParts`}),new X(`
    fragment TriedDemand on DemandCompliance {
  findings {
    message
    outcome
    counted
  }
  targets {
    findings {
      message
      outcome
      counted
    }
  }
}
    `,{fragmentName:`TriedDemand`});var ui={__meta__:{hash:`sha256:b27ed68643a57c4c13cb16ef8747ca566f0d30cf1eaa398b8f8aec66c65dd707`}},di={__meta__:{hash:`sha256:9e7d56a7d00f68b51f6c8adcef622020ffe7f1cd039c62341153c86bfeb52248`}},fi={__meta__:{hash:`sha256:3f84cd9248f43d507d5c8ee8c1516107a8274a6cc3a97f8eb6606c5bc8a3bcaa`}},pi={__meta__:{hash:`sha256:9df2040c1dc86a809bc5f12a1a13222d7e45793b40cce10b12647b748bd61a73`}},mi={__meta__:{hash:`sha256:fa7cabb524fdbcefd4ef581c5e62511c8f54c9ceddccf45a98670c789081461b`}},hi={__meta__:{hash:`sha256:2a12c7e1eb1c75cab2e5a470d2d3873c3de3c056cc6613462ee362c8e9d1e142`}},gi={__meta__:{hash:`sha256:08ae0592284b541cf6a3d9b839ee5aa8192e81965c7c2096656b0c4965fda40d`}},_i={__meta__:{hash:`sha256:11735e0f0e25c109ca4f71d496f8a90ed76176bf91a21bfcc0912958e10b43d1`}},vi={__meta__:{hash:`sha256:45fe290a58cb4f1ba39aa06b75a82bbd692951dfe385606550b00fb8dc7649de`}},yi={__meta__:{hash:`sha256:7591f45ca2f3ddbd709cf97dd1f8756869a015220f9303f476f5cb66ceefbe98`}},bi={__meta__:{hash:`sha256:95f6d4a1f636ccf7ed8b9111d57c00dc621f483d81637e559d101fb3a0d8bcc3`}},xi={__meta__:{hash:`sha256:cb93b9b760df69aac77a67f8417c845cd503db10994cfbffd9fbabebc3fd3db7`}},Si={__meta__:{hash:`sha256:eba9b036a588d416fc81d0c92b0460e5cea2c0f2b213be361233ccf710b9373a`}},Ci={__meta__:{hash:`sha256:cd427024d3d62be9bb79cfc0dd6a87b971889288b2635c769df84a51a412d2cb`}},wi={__meta__:{hash:`sha256:1930d917ac64b6e6dd1d22a46ad374e7d26a4f2cf3972fd457af0c412539d94e`}},Ti={__meta__:{hash:`sha256:4a87726d56ff36a7a40d7d0dc30cc4d9a499ca8f6dc26c9bcf6cd3c12d6e9516`}},Ei={__meta__:{hash:`sha256:35cca19ae3e29749e7221ac927288432a1490ea53af55d3106251350037f0d7c`}},Di={__meta__:{hash:`sha256:2107d0699efc5db7617933f9e7f3a31eed5991720236bcf07b4c287a36fa6fe3`}},Oi={__meta__:{hash:`sha256:d4a208668011bbe6c0075ffa5d4de7474989c404e76d12ed450c3e5b9c7737ff`}},ki={__meta__:{hash:`sha256:2827daa9a3acdaa534bbe20ed976a60da0d6df3edc7045cefff8aa47d800c14e`}},Ai={__meta__:{hash:`sha256:be5f8b2f815eac6be121b7d47d9cb31c6c376c49817dc0f2fe719920dce25a16`}},ji={__meta__:{hash:`sha256:8298acacacff07f07db7da01b46cd20c559149a8c447fdbba204fd737ff2c878`}},Mi={__meta__:{hash:`sha256:ec5d9296b42b3050055c47467bf278a0e09f7f99536525bb7074312c434cc46b`}},Ni={__meta__:{hash:`sha256:33e3ec256a5dd38b584607c2acf01e98503fe32a195ae93b2d3f601e52617c60`}},Pi={__meta__:{hash:`sha256:5621e28796c93dd9ac52aa79b0c9cb33dc38a7c54c30ff212293469a52c97c72`}},Fi={__meta__:{hash:`sha256:a9e3fc4ad2b7593d2def94100fa2dc9dde649b487296924b94efe6d99d9921d0`}},Ii={__meta__:{hash:`sha256:8ce59ecd24600cd65c88c1b062f80310d77f5407ecaea67b712b79c67b773dc4`}},Li={__meta__:{hash:`sha256:af49cba0c08392d07d3e04da975ae6938c2cd37a0830a9d18671c51c111d8f35`}},Ri={__meta__:{hash:`sha256:56a489bfc52813929958ec97555b3b1b62c95503816f0973c2b8b602bd717f5e`}},zi={__meta__:{hash:`sha256:6dc16d90310b5184e175a648a3eca3d8f06bf51ec5a5ad5ade375d10baf6c790`}},Bi={__meta__:{hash:`sha256:8cc3191d3a9fce5d104a005aa8ba0214f305f73528b1375dd3062e1c20461270`}},Vi={__meta__:{hash:`sha256:9bd13f2134e2cff5bc020ab9958e49c3a146a7889c2c4bc73ba7fa092d0692e3`}},Hi={__meta__:{hash:`sha256:1d6dd80f23eb642781b8a82ab5286eeade7bb89ec91a0097231c3216c0562590`}},Ui={__meta__:{hash:`sha256:d989441d24f28d0764cb3919221f1bc615096d0759f43dd674daa39304addeea`}},Wi={__meta__:{hash:`sha256:b4e841ea963232afc92823661930823a87155ff51d7886b1fecb5476342c7737`}},Gi={__meta__:{hash:`sha256:8a570f4efcc0bc0c548c4aa96fed94a17ed731d79862a80240d4ae0fad5e45b0`}},Ki={__meta__:{hash:`sha256:118a455deea22644b100d52760230e0a38ff8fafd990232d63330ad60c3d153b`}},qi={__meta__:{hash:`sha256:e3ac1ea2484f845563f1c48de388c264aab65bb76702c46c8b204ecc543190ea`}},Ji={__meta__:{hash:`sha256:3f5e66def84113f33080f38c4be80942d6168db476b90defd02c6e7c9f18fa72`}},Yi={__meta__:{hash:`sha256:4f26e804910bbd02f77f8718ba22ca4e9f375da64845c1556f0ec90f8f4bdb90`}},Xi={__meta__:{hash:`sha256:c5ea68cde79f5328eb37d07dac8f4e4c5b6be0a1778cf18a6dbea22c8e4824fa`}},Zi={__meta__:{hash:`sha256:ab0c96e9bf508fd9392ad42877944c4b732d220612cbd04a2a6086d3c7b954e1`}},Qi={__meta__:{hash:`sha256:92685b68e412dbb2cbc5ce273ea86ec8e05e19065869640e8c4da08db52dd2dd`}},$i={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},ea={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},ta={__meta__:{hash:`sha256:8a2ad99b028763c218a30d729b061dac867177484a8d19a41099ea43456f6b5b`}},na={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},ra={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},ia={__meta__:{hash:`sha256:f8f4f6fbddc9528b68ff7d4115019e6ec4bab55cb73750f6d15ab7c27ea97b69`}},aa={__meta__:{hash:`sha256:a1349dab79c0e16697856ac83d1e9d4752cfa7debfb8c6f630756d55590f5a94`}},oa={__meta__:{hash:`sha256:53b753d229e19c7494cf9d6036081e1d953a3ab424da66f22badcf8eef45c09d`}},sa={__meta__:{hash:`sha256:5a7daad98249776dc854c7ef38a15aab05e7f6c148420923f27f3b50d24250f1`}},ca={__meta__:{hash:`sha256:c1787d81a77a96c555aa8f526e84263830c2040b5c5b0b2ac516d7ada699890f`}},la={__meta__:{hash:`sha256:c7bc0a20bd41635946547f84e135b2bb182a421e11b604851708dd7a47d5e1e2`}},ua={__meta__:{hash:`sha256:a52fa39ff4c7273925ad02acdf736e487ac15f546dfdfe2faee17e5dc63cb8e7`}},da={__meta__:{hash:`sha256:d48b835b722e9ede34996a965b24555285b9226f1aeb5ad467747c8504dffce0`}},fa={__meta__:{hash:`sha256:1532544467f249f99bda4df9a15a73243167ee1d652062dc659b4a97c40b44cf`}},pa={__meta__:{hash:`sha256:e47d16a2bb2d9b756fb7985c8107cd11bb41af8305711de0d597d965dd7b4926`}},ma={__meta__:{hash:`sha256:5a84d690e95195707d90ee973f09655614b31a920f187c59a29ed5bf19a131f1`}},ha={__meta__:{hash:`sha256:53940ffa55bcd42f1d5261a919ae9cde06cc907826ff9aae565ec1b42f9b45d6`}},ga={__meta__:{hash:`sha256:e93e0bdc9d06e0786454a0f1541b0c3c75d19385e3d8b4aabe543153d298de8a`}},_a={__meta__:{hash:`sha256:4af242e3cc20b5db94d87b30a56c673ca2ba3396debbf14891f0be0fab147efa`}},va={__meta__:{hash:`sha256:23c1df7f47fb2f905fd1a78ce68ecf3f6b93c6692455b9c957cbf8bbf1bb1c50`}},ya={__meta__:{hash:`sha256:5efaa47cefdb9cd16e33d63d29d5fec3f80b999f0e3e5112d4fff645db0adc02`}},ba={__meta__:{hash:`sha256:0f5b1d08eec52ec31d5dc4e738b8758567158a15553de317a2e705ef620e037d`}},xa={__meta__:{hash:`sha256:3abe3f5cf4ae29dcf972609bc1f1ac4a02477148e4dbccd0c87ee410112ffd3f`}},Sa={__meta__:{hash:`sha256:8ff199988854946e7aff5a3eb21ceda34767b82099da34d7980487557bd8bb50`}},Ca={__meta__:{hash:`sha256:8e2e44875f45f608cf61fa1aed57b3cc7df13643fd96062e950def08baaaa259`}},wa={__meta__:{hash:`sha256:723249628d22126becde8ce82c1583351271c1c53c6a9527fb125b41d61b663c`}},Ta={__meta__:{hash:`sha256:f379974eee9c1c4782982ad5f86e8502c13cbb3102a29306c0a9d5d18d138e7f`}},Ea={__meta__:{hash:`sha256:88bb1c00e534465c6a79f12a0efee699ac8245cba340c37aaef0e81aa8892942`}},Da={__meta__:{hash:`sha256:e8bf524dba7601dde2a01c83c52d09b314a0838ed23d6980d961e7683c56b0f6`}},Oa={__meta__:{hash:`sha256:6b3dad3c7291c90f2772cfd6816a1a4dd614f17275332bd15c4484366a8243fc`}},ka={__meta__:{hash:`sha256:58dff9ad4a7729ebe08d0bbac393f6405fcacfcc65fe17fef5ff88f49455fafc`}},Aa={__meta__:{hash:`sha256:5134e43e84d45a1578ae2c1e3f60a0c90bfd48886306975d18cc5f3f5f3e6c11`}},ja={__meta__:{hash:`sha256:38e4066e30bb28de3d445c1e4dd8315cd6a5d55bbb03af5cd0fd6382d783c1d7`}},Ma={__meta__:{hash:`sha256:63ab28253bb2557d534d64524be81186d723117bd3ab28600e344b1070d867bf`}},Na={__meta__:{hash:`sha256:6504850e7cd1cea1b104203339aeb56f088f356a3148b48fbf8de7cd848d9399`}},Pa={__meta__:{hash:`sha256:d962f30615a53f3e74c74091e3824d080bd1eadb8b1a93a4680506f6a498edd3`}},Fa={__meta__:{hash:`sha256:c42a344d09f22df4ccee7d5345cc98723396d2acf8a89f056f7125ecc9b8bfec`}},Ia={__meta__:{hash:`sha256:fbaba73e543fc791d9cf0c34bd592fefc773b26468d720cf56e0225dfe4b6682`}},La={__meta__:{hash:`sha256:5e1c72b915e7e7f04875ad6657069db8c5c9c52f09f5a8633231ff079f50f73e`}},Ra={__meta__:{hash:`sha256:56143c50b9b9d7442f6d9509e9ebdd1549c030602609b71170ed6e801cdc574f`}},za={__meta__:{hash:`sha256:d23e3c79899daded2dcca6d08cd0115fada137f0e1aec8b164565f6da2e103a3`}},Ba={__meta__:{hash:`sha256:d642963c179b53c6706ee801a2b9e73e082df4e4bb142263203e47efe5e87250`}},Va={__meta__:{hash:`sha256:7db38b2ff27206c4200659843d009ecf5df77c7a966b0a83a30cfc21629b8611`}},Ha={__meta__:{hash:`sha256:18842c406ee147240134850e99adf25f74cc40d0005e63451e8ce9e438e2ff44`}},Ua={__meta__:{hash:`sha256:6d92e9034c7cb3bf630ed9c68524737861c72870fac122d9e9df6a1ecade406f`}},Wa={__meta__:{hash:`sha256:110bd1ae2a19418ceceb9233aa8081b37606de15d43fb9f002f08e2f46c06a83`}},Ga={__meta__:{hash:`sha256:21c39c868bf49215451e657109685093d8ed1012f273f679c8f8118fd66b114d`}},Ka={__meta__:{hash:`sha256:ec6c0177cd17d0dc96bbc13e39b0e276e96f5195a2645db8b7eb3d015a5c05ec`}},qa={__meta__:{hash:`sha256:4e6e5afa2510a3238450b916b8cc2b8517cb59bdc33e000f08865327f1df4867`}},Ja={__meta__:{hash:`sha256:45851eef4274ba25b4bc9a3733d26e35e30d7d8b7a27fc4dc37dd5a44af60354`}},Ya={__meta__:{hash:`sha256:c57d7a8b27df47960219c14ded216afef257bdc28926e2e3d41eddf4cbbf17b5`}},Xa={__meta__:{hash:`sha256:19b0112fefa1682812fe06b2fd97a7808b986751e73cc910b49f23b987a238b2`}},Za={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},Qa={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},$a={__meta__:{hash:`sha256:e234509edd69e468fbb7d1d154572cf35cce5ea1477c18b22714683e37328e34`}},eo={__meta__:{hash:`sha256:3bcf273843d1d3ac570f3ef55495e46a31a84670543d1888c3b9c62d3e028529`}},to={__meta__:{hash:`sha256:6d92e4602608f5843ea111cab28ecff9d097ea06d0b53cd4a2f1f84e538bee5b`}},no={__meta__:{hash:`sha256:6a880d53877d6915bdca497f856878e04ab8937195c9354de58ba927af6680c9`}},ro={__meta__:{hash:`sha256:2599a804b4c694b98c1afed1167511bba987c2b73c2d58e17383177585a6e863`}},io={__meta__:{hash:`sha256:5ea2ea09d1b4e72b1d94f3d04c180f03593ad02af9a00dcf910623ac3b9659a3`}},ao={__meta__:{hash:`sha256:9ab78ba1381ece268258e1b5429bf64c3c45c166ddc712a5b8695a080f973144`}},oo={__meta__:{hash:`sha256:e1ca0d57f32e5049c320df78480569dab2024e03daee32773782b86b6d9949d5`}},so={__meta__:{hash:`sha256:c3a3d7ffc7a6ba9cc4625f99bc42f521300915944af60fd42b49ade90e5c2121`}},co={__meta__:{hash:`sha256:8caa0e87b66b437c14772c570a483a3c69550b0d640db5bf52c0c6df87bc050a`}},lo={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},uo={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},fo={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},po={__meta__:{hash:`sha256:866f1b6aa1db2c45c5ccc09365b162fcec66917de35c27ab074672f8a3ceca8c`}},mo={__meta__:{hash:`sha256:9779f5306706bd9fe3fad7a8838c9a9236b0b7cd4c7bcdb0c9c92e71cbd7842f`}},ho={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},go={__meta__:{hash:`sha256:8c4fc62654946ddba91d6fc05ea868294204625fcd6a4a04028c9ed2cb4b640d`}},_o={__meta__:{hash:`sha256:ff1eea537a9f740d66b1ec7007a34cd86b13002911480b6fb3178d0175394115`}},vo={__meta__:{hash:`sha256:3c90600a06e6d4fd608395aca678a49e7eac4a9b06d0c6c11c277a61fd5a6569`}},yo={__meta__:{hash:`sha256:055dde87c4d8a658b53cf9fbf7babbd066e38afc80f08ae270fa0aa04e1498f9`}},bo={__meta__:{hash:`sha256:82865dc06589b7904cdd930683f48cad318a04d382dc0b15c3a80f5cb99bdec3`}},xo={__meta__:{hash:`sha256:f74eade243547855974e605e71475cffb4bef8552a83d41656355e26cbc6ebd7`}},So={__meta__:{hash:`sha256:73983ca719c79c98eb975c6f01c47331b628d3845e52cee808ba6907030ad36b`}},Co={__meta__:{hash:`sha256:8ef81742b762ae6a021b7038d38d04744dc7fc7f33f5e45d480b39a963b3e554`}},wo={__meta__:{hash:`sha256:092cf1e1889c42c17ac49438f2c514006ed4ad58ff1870f935b2be9afb6c3121`}},To={__meta__:{hash:`sha256:9508233a22b6a1b1f72745c9ea4ef5b1b59c89dde24d178c8d8337cab2e7c3d2`}},Eo={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},Do={__meta__:{hash:`sha256:b5bb127505b30d9c31bbb1157ab5314c31544341dd4eb4dca7f098e2477b9cce`}},Oo={__meta__:{hash:`sha256:db967c895c1606a004068a4fada63c5bb4d7bd7508fb2de65d06c923f12cfe8c`}},ko={__meta__:{hash:`sha256:c721c9cb141a7858af4cc5032691af6bb6a79153e18c5a5cc0ca37a29b4f0d48`}},Ao={__meta__:{hash:`sha256:e572c23d65235ae46bede5765fcfc3208b867f55f2ec1c844864ec277eddd933`}},jo={__meta__:{hash:`sha256:108a0b5a8d1a6335c8aa589729772460d6b0b26d168dffd67b53c66770ec2e00`}},Mo={__meta__:{hash:`sha256:fde4e9a36c674c274fc1231b15c6e81d882c4f0fe554f6852172edec1a909ef9`}},No={__meta__:{hash:`sha256:99c1fbdf7be66f2f945ac7cc116ac2636d9ea7b6973328da50b7bcd15cddb4b0`}},Po={__meta__:{hash:`sha256:5b8d7a90d52c5b887b1153f35641da491216a7dcd6d982d217f12826867e47c9`}},Fo={__meta__:{hash:`sha256:8f21018d9984ce99349b6f4f75698128378f0081d7abdad41b8551c2bfd5e898`}},Io={__meta__:{hash:`sha256:71e11f25c53f12edbd32fbeccd5500dec0d5a74f84d707e3c6f0f7d53966e62a`}},Lo={__meta__:{hash:`sha256:26757d67d430a3173c163a4970331492270e98dff8b4b4adaee8bb935ce76ae0`}},Ro={__meta__:{hash:`sha256:43ebcc377880046a2a93da5bf3ab9954725792bb3d5638f2423ee1acb364ae13`}},zo={__meta__:{hash:`sha256:d27e9f0e797dbef5abfc2aeee6331bb341408d3b294d779b1619a53688989d12`}},Bo={__meta__:{hash:`sha256:a8314ce0acce6415399576f37db5a150ef27d9d8a6e36428ba49a1f5c7d426c6`}},Vo={__meta__:{hash:`sha256:ec474c7a3a06fcc7dcdd921ac5b17960de073d129b856e1a55187a20a84e0897`}},Ho={__meta__:{hash:`sha256:4bc74b1b0032938beea1d411fbefac128bd0ea8bd6ab984f502507b52fcefe5c`}},Uo={__meta__:{hash:`sha256:55e385215ffe74a1bb8a608c65162bb22e2857d46fb744a9a7d561f69c425604`}},Wo={__meta__:{hash:`sha256:d278023497d8eddeb0d587dc867d780365a95bf8edb4ae01d00453a25fe67220`}},Go={__meta__:{hash:`sha256:bda4bff42832444f58fc06f93e56b4f3fac00445741debeddb360304518da4f2`}},Ko={__meta__:{hash:`sha256:48e6d2cf34364f2d3b4ff53cefc6168e799fbff2dafdc676a1dee8dcd732c74c`}},qo={__meta__:{hash:`sha256:fe2d725fc0fa035be9ac4123196ff5fc2f94384c46ca228b93e616f00102d233`}},Jo={__meta__:{hash:`sha256:4580ca906a9cac5b327310375be97fc93917eda3534e206acebf48567ec5983a`}},Yo={__meta__:{hash:`sha256:7b99132f5e5c53f4f36a2983e423ab2d65866f05f2c72ca0a94105a2d8d930f9`}},Xo={__meta__:{hash:`sha256:cbe5ae96c760002bcc87beee1d15cb7800922399635302fab1a1ceaf18ca3a6b`}},Zo={__meta__:{hash:`sha256:8251f150cded1f572ab5a7e498259a4adc0cf969da0636d8dd041956da33134a`}},Qo={__meta__:{hash:`sha256:3ef1d4ddf6de67a521ca4ea6eee681a8387149a51d63e37267b90d2c0b062347`}},$o=`draft `;function es(){try{for(let e of Object.keys(localStorage))e.startsWith(`draft `)&&localStorage.removeItem(e)}catch{}}var ts=G(null);async function ns(){ts.value=(await Or(ui,{})).viewer.portfolios}function rs(e){return`${e.lenderName}, ${B(fn,e.mode)}`}var is=G(null),as=e=>is.value?.permissions.includes(e)??!1,os=e=>as(e)&&!is.value.readOnly,ss=()=>os(`CHANGE_RECORDS`);async function cs(){let[e]=await Promise.all([Or(di,{}),ns()]);is.value=e.viewer}async function ls(e){let t=await kr(`/console/session`,{method:`POST`,headers:Er({}),body:JSON.stringify(e)});if(!t.ok)throw await ms(t);await cs(),Qn.value=!1}async function us(){let e=await kr(`/console/session`,{headers:Er({})});if(!e.ok)throw await ms(e);return await e.json()}async function ds(e){let t=location.pathname+location.search,n=JSON.stringify({...e&&{email:e},...t.length<=1e3&&{next:t}}),r=await kr(`/console/signin`,{method:`POST`,headers:Er({}),body:n});if(!r.ok)throw await ms(r);return(await r.json()).address}var fs=G(null);async function ps(){let e=await kr(`/console/session`,{method:`DELETE`,headers:Er({})});if(!e.ok&&e.status!==401)throw await ms(e);if(es(),fs.value=null,e.status===200){let{provider:t,address:n}=await e.json();t&&n&&(fs.value={provider:t,address:n})}is.value=null}async function ms(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new Tr(e.status,t.code??`unreadable`,r,n,t.errors??[])}function hs(e){P(()=>{document.title=e?`${e} · covertrack`:`covertrack`},[e])}var gs=e=>`/docs/guide/${e}`;function _s({portfolio:e}){return V(`section`,{class:`card begin`,"aria-labelledby":`begin`,children:[V(`h2`,{id:`begin`,children:e?`${rs(e)}: no cases yet`:`No cases yet`}),V(`p`,{children:`Cases and policies come in through the API; this page shows them as they come. To begin:`}),V(`ol`,{children:[V(`li`,{children:[V(`strong`,{children:`Get a token`}),` of this portfolio: `,V(`code`,{children:[`covertrack token create --org … --mode `,e?.mode??`test`]}),`.`]}),V(`li`,{children:[V(`strong`,{children:`Say what is required:`}),` publish a `,V(`a`,{href:gs(`compliance`),children:`risk profile`}),`. Without one a case has no verdict.`]}),V(`li`,{children:[V(`strong`,{children:`Add a case`}),` with its assets and policies by `,V(`a`,{href:gs(`rest`),children:`REST`}),`, or`,` `,V(`a`,{href:gs(`importing`),children:`import your book`}),`.`]})]}),V(`p`,{children:[`Concepts and all else are in the `,V(`a`,{href:`/docs/guide`,children:`guide`}),`.`,e?.mode===`live`&&` Try it in the test portfolio first: nothing there writes to a person.`]})]})}var vs=Object.keys(At).filter(e=>e!==`deactivated`),ys=Object.keys(Ot).filter(e=>e!==`DRAFT`&&e!==`closed`&&e!==`onHold`);function Z(e,t){let{verdict:n,code:r,coverageType:i,profile:a}=t;return K(e,`cases`,{verdict:n,code:r,coverageType:i,hasRiskProfile:a,statusWithoutHold:a===!1?void 0:ys})}function bs(e,{from:t,to:n}){return K(e,`policies`,{"endDate[gte]":t===void 0?void 0:z(t),"endDate[lt]":n===void 0?void 0:z(n),status:vs,sort:`endDate`})}function xs(e,{from:t,to:n},r){return K(e,`tasks`,{whose:`all`,type:r,state:Ft,"due[gte]":t===void 0?void 0:z(t),"due[lt]":n===void 0?void 0:z(n)})}function Ss(e){return K(e,`deliveries`,{tab:`notices`,state:`failed`})}function Cs({from:e,to:t}){return{...e!==void 0&&{gte:z(e)},...t!==void 0&&{lt:z(t)}}}function ws({values:e,to:t,of:n}){return e.length===0?V(`span`,{class:`quiet`,children:`$0`}):V(Y,{to:t,class:`count`,"aria-label":`Loans of ${n}: ${e.map(mt).join(` and `)}`,children:V(Ts,{values:e})})}function Ts({values:e}){return e.length===0?V(C,{children:`$0`}):V(C,{children:e.map((e,t)=>V(`span`,{class:`nowrap`,children:[t>0&&` + `,V(ri,{value:e})]},e.currency))})}function Q({value:e,to:t,of:n}){return e===0?V(`span`,{class:`quiet`,children:`0`}):V(Y,{to:t,class:`count`,"aria-label":`${n}: ${gt(e)}`,children:gt(e)})}function Es({part:e,whole:t,tone:n}){return V(`span`,{class:`share`,"aria-hidden":`true`,children:V(`span`,{class:n,style:{width:`${t>0?100*e/t:0}%`}})})}function Ds(e){let{data:t,error:n,reload:r}=e.query;return V(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[V(`header`,{children:[V(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&V(ci,{what:e.what}),t===void 0&&n&&V(dr,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var Os=e=>`${_t(e.from)} to ${_t(e.last)}`;function ks({weeks:e}){let t=F(null),[n,r]=N();return P(()=>{let n,i=!1;return L(async()=>{let{draw:e}=await import(`./bars-D6MdV1eX.js`);return{draw:e}},[]).then(({draw:a})=>{!i&&t.current&&(n=a(t.current,e,{point:r,open:e=>gr(e.to)}))}),()=>{i=!0,n?.()}},[JSON.stringify(e)]),V(C,{children:[V(`div`,{class:`bars`,ref:t,"aria-hidden":`true`}),V(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:n?`${Os(n)}: ${R(n.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),V(`details`,{children:[V(`summary`,{children:`The weeks as a table`}),V(`div`,{class:`scroll`,children:V(`table`,{class:`dense`,children:[V(`thead`,{children:V(`tr`,{children:[V(`th`,{scope:`col`,children:`Week`}),V(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),V(`tbody`,{children:e.map(e=>V(`tr`,{children:[V(`th`,{scope:`row`,children:Os(e)}),V(`td`,{class:`number`,children:V(Q,{value:e.total,to:e.to,of:`policies that end from ${Os(e)}`})})]},e.from))})]})})]})]})}var As=vs,js=13;function Ms(){return Fr($i,{status:As,d0:z(),d15:z(15),d30:z(30),d60:z(60),d90:z(90)})}function Ns(){let e=Array.from({length:14},(e,t)=>[`d${t}`,z(7*t)]);return Fr(ea,{status:As,...Object.fromEntries(e)})}function Ps({portfolio:e,ending:t,weekly:n}){return V(Ds,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>V(C,{children:[V(Fs,{portfolio:e,data:t}),n.data&&V(ks,{weeks:Is(e,n.data)})]})})}function Fs({portfolio:e,data:t}){return V(`ul`,{class:`tiles`,children:[[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}].map(({days:t,total:n})=>V(`li`,{children:[V(Q,{value:n,to:bs(e,{from:0,to:t}),of:`policies that end within ${t} days`}),V(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),V(`li`,{class:`over`,children:[V(Q,{value:t.ended.pageInfo.total,to:bs(e,{to:0}),of:`policies that ended, non-renewed`}),V(`span`,{class:`quiet`,children:`ended, non-renewed`})]})]})}function Is(e,t){return Array.from({length:js},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:z(i.from),last:z(i.to-1),total:a,to:bs(e,i)}})}function Ls({portfolio:e,ending:t}){return V(Ds,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:V(Y,{to:bs(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?V(li,{children:`No policy ends from today on.`}):V(Rs,{portfolio:e,policies:t.nodes})})}function Rs({portfolio:e,policies:t}){return V(`div`,{class:`scroll`,children:V(`table`,{class:`dense`,children:[V(`thead`,{children:V(`tr`,{children:[V(`th`,{scope:`col`,children:`Ends`}),V(`th`,{scope:`col`,children:`Policy`}),V(`th`,{scope:`col`,children:`Case`}),V(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),V(`tbody`,{children:t.map(t=>V(`tr`,{children:[V(`td`,{children:V(ii,{value:t.endDate})}),V(`td`,{children:V(Y,{to:K(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${_t(t.endDate)}`,children:t.displayName})}),V(`td`,{class:`nowrap`,children:V(Y,{to:K(e,`cases`,t.case.id),children:t.case.displayName})}),V(`td`,{class:`number`,children:V(ri,{value:t.case.loanAmount})})]},t.id))})]})})}function zs({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0;return V(Ds,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:n>0&&V(`span`,{class:`bad`,children:V(Q,{value:n,to:Ss(e),of:`failed notices`})}),children:({renewalNotices:t})=>t.nodes.length===0?V(li,{children:`Every notice reached somebody.`}):V(Bs,{portfolio:e,notices:t.nodes})})}function Bs({portfolio:e,notices:t}){return V(`ul`,{class:`lines`,children:t.map(t=>V(`li`,{children:[B(It,t.step),` `,t.policy&&V(C,{children:[`for `,V(Y,{to:K(e,`policies`,t.policy.id),children:t.policy.displayName}),` `]}),`of`,` `,V(Y,{to:K(e,`cases`,t.case.id),children:t.case.displayName}),V(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,V(ai,{value:t.settledAt})]})]},t.id))})}function Vs(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function Hs(e,t){let n=Vs(e),r=Vs(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function Us(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,Hs(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(Ws)}function Ws(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function $(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var Gs=8;function Ks({portfolio:e,query:t}){return V(Ds,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>V(Ys,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>Js(n,B(Et,t),Z(e,{verdict:`deficient`,code:t})))})})}function qs({portfolio:e,query:t}){return V(Ds,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>V(Ys,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>Js(r,n.name,Z(e,{verdict:`deficient`,coverageType:t})))})})}function Js(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function Ys({caption:e,reasons:t}){if(t.length===0)return V(li,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>$(t.loanAmounts)-$(e.loanAmounts)||t.cases-e.cases),r=n.slice(Gs);return V(C,{children:[V(Xs,{caption:e,reasons:n.slice(0,Gs),largest:$(n[0].loanAmounts)}),r.length>0&&V(`details`,{children:[V(`summary`,{children:`${r.length} more`}),V(Xs,{caption:e,reasons:r,largest:$(n[0].loanAmounts)})]})]})}function Xs({caption:e,reasons:t,largest:n}){return V(`div`,{class:`scroll`,children:V(`table`,{class:`dense`,children:[V(`thead`,{children:V(`tr`,{children:[V(`th`,{scope:`col`,children:e}),V(`th`,{scope:`col`,class:`number`,children:`Cases`}),V(`th`,{scope:`col`,class:`number`,children:`Loans`}),V(`th`,{scope:`col`,class:`wide`,children:V(`span`,{class:`hidden`,children:`Size`})})]})}),V(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>V(`tr`,{children:[V(`th`,{scope:`row`,children:e}),V(`td`,{class:`number`,children:V(Q,{value:r,to:t,of:`deficient cases: ${e}`})}),V(`td`,{class:`number`,children:V(ws,{values:i,to:t,of:`deficient cases: ${e}`})}),V(`td`,{class:`wide`,children:V(Es,{part:$(i),whole:n,tone:`deficient`})})]},e))})]})})}var Zs=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],Qs=Object.keys(Mt),$s=[...Ft];function ec(){return{late:Fr(ta,{state:$s,a:Cs(Zs[0].span),b:Cs(Zs[1].span)}),open:Fr(ta,{state:$s,a:Cs(Zs[2].span),b:Cs(Zs[3].span)})}}function tc({portfolio:e,queries:t}){return V(Ds,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.open,aside:V(Y,{to:xs(e,{}),children:`All open tasks`}),children:n=>V(nc,{portfolio:e,late:t.late.data,open:n})})}function nc({portfolio:e,late:t,open:n}){let r=Qs.map(e=>({type:e,totals:[t?.[`a_${e}`],t?.[`b_${e}`],n[`a_${e}`],n[`b_${e}`]].map(e=>e?.pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(r.length===0)return V(li,{children:`No task is open.`});let i=Zs.map((e,t)=>r.reduce((e,{totals:n})=>e+n[t],0));return V(`div`,{class:`scroll`,children:V(`table`,{class:`dense`,children:[V(`thead`,{children:V(`tr`,{children:[V(`th`,{scope:`col`,children:`Task`}),Zs.map(({title:e})=>V(`th`,{scope:`col`,class:`number`,children:e},e))]})}),V(`tbody`,{children:[r.map(({type:t,totals:n})=>V(rc,{portfolio:e,name:Mt[t],type:t,totals:n},t)),V(rc,{portfolio:e,name:`All types`,totals:i})]})]})})}function rc({portfolio:e,name:t,type:n,totals:r}){return V(`tr`,{class:n?void 0:`sum`,children:[V(`th`,{scope:`row`,children:t}),Zs.map(({title:i,span:a},o)=>V(`td`,{class:`number`,children:V(Q,{value:r[o],to:xs(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function ic({portfolio:e,query:t}){return V(Ds,{title:`Not in compliance`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t,withoutProfile:n,all:r})=>V(C,{children:[V(ac,{portfolio:e,summary:t,notJudged:r.pageInfo.total-t.cases}),V(oc,{portfolio:e,summary:t,withoutProfile:n.pageInfo.total})]})})}function ac({portfolio:e,summary:t,notJudged:n}){let r=n>0?` ${R(n,`case is`,`cases are`)} not judged.`:``,i=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!i||i.cases===0)return V(`p`,{class:`lead`,children:[V(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`,r]});let a=Z(e,{verdict:`deficient`}),o=Math.round(100*$(i.loanAmounts)/$(t.loanAmounts));return V(`p`,{class:`lead`,children:[V(Y,{to:a,class:`huge bad`,"aria-label":`Loans of ${R(i.cases,`deficient case`)}`,children:V(Ts,{values:i.loanAmounts})}),V(`span`,{children:[`in `,V(Y,{to:a,children:R(i.cases,`case`)}),` of `,V(Y,{to:Z(e,{profile:!0}),children:gt(t.cases)}),Number.isFinite(o)&&`, ${o}% of the loans judged`,`.`,r]})]})}function oc({portfolio:e,summary:t,withoutProfile:n}){let r=$(t.loanAmounts),i=Tt.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return V(`div`,{class:`scroll`,children:V(`table`,{class:`dense`,children:[V(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),V(`thead`,{children:V(`tr`,{children:[V(`th`,{scope:`col`,children:`Verdict`}),V(`th`,{scope:`col`,class:`number`,children:`Cases`}),V(`th`,{scope:`col`,class:`number`,children:`Loans`}),V(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),V(`tbody`,{children:[i.map(t=>V(sc,{portfolio:e,share:t,all:r},t.verdict)),V(`tr`,{children:[V(`th`,{scope:`row`,children:`No risk profile`}),V(`td`,{class:`number`,children:V(Q,{value:n,to:Z(e,{profile:!1}),of:`cases without a risk profile`})}),V(`td`,{class:`number quiet`,children:`–`}),V(`td`,{class:`wide`})]})]})]})})}function sc({portfolio:e,share:t,all:n}){let r=Z(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${B(Ct,t.verdict).toLowerCase()}`;return V(`tr`,{children:[V(`th`,{scope:`row`,children:V(ti,{value:t.verdict})}),V(`td`,{class:`number`,children:V(Q,{value:t.cases,to:r,of:i})}),V(`td`,{class:`number`,children:V(ws,{values:t.loanAmounts,to:r,of:i})}),V(`td`,{class:`wide`,children:V(Es,{part:$(t.loanAmounts),whole:n,tone:t.verdict})})]})}function cc(){let e=q(),t=ts.value?.find(t=>t.id===e),n=t?rs(t):`Board`;hs(n);let r=Fr(Qi,{}),i=Ms(),a=Ns(),o=ec(),s=Fr(na,{}),c=r.data?.all.pageInfo.total===0;return V(C,{children:[V(`div`,{class:`head`,children:[V(`h1`,{children:n}),V(lr,{query:lc([r,i,a,o.late,o.open,s])})]}),c&&V(_s,{portfolio:t}),V(`div`,{class:`board`,hidden:c,children:[V(ic,{portfolio:e,query:r}),V(Ks,{portfolio:e,query:r}),V(qs,{portfolio:e,query:r}),V(`div`,{class:`stack at-left`,children:[V(Ps,{portfolio:e,ending:i,weekly:a}),V(tc,{portfolio:e,queries:o})]}),V(`div`,{class:`stack at-right`,children:[V(Ls,{portfolio:e,ending:i}),V(zs,{portfolio:e,query:s})]})]})]})}function lc(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var uc=3,dc=5;async function fc(e,t,n=0){let r={status:vs,state:[...Ft],today:z(),d0:z(),d30:z(30)};try{return await Or(ra,r,{portfolio:e,signal:t})}catch(r){let i=J(r).retryAfter;if(t.aborted||!i||n>=dc)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),fc(e,t,n+1)}}function pc(e){let t=Kn(e.map(e=>({portfolio:e}))),n=Kn([]),r=Kn(0),i=qn(()=>n.value.length+r.value),a=Kn(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await fc(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:J(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:uc-r.value},s))}return P(()=>(c(),()=>a.value.abort()),[]),mc(t,i,c),{rows:t,left:i,reload:c}}function mc(e,t,n){let r=e=>Rr(e.error)!==void 0,i=t.value>0?void 0:Rr(e.value.find(r)?.error);P(()=>{if(i===void 0)return;let e=setTimeout(()=>void n(r),i);return()=>clearTimeout(e)},[i,t.value])}function hc({rows:e,retry:t}){return V(`div`,{class:`scroll`,children:V(`table`,{class:`dense`,children:[V(`thead`,{children:V(`tr`,{children:[V(`th`,{scope:`col`,children:`Lender`}),V(`th`,{scope:`col`,class:`number`,children:`Not in compliance`}),V(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),V(`th`,{scope:`col`,class:`number`,children:`Outstanding`}),V(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),V(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),V(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),V(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),V(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),V(`tbody`,{children:e.map(e=>V(`tr`,{children:[V(`th`,{scope:`row`,children:V(Y,{to:K(e.portfolio.id),children:e.portfolio.lenderName})}),V(gc,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function gc({row:e,retry:t}){return!e.data&&e.error?V(`td`,{colSpan:8,children:[V(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,V(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?V(_c,{id:e.portfolio.id,data:e.data}):V(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function _c({id:e,data:t}){let{complianceSummary:n,ending:r,late:i,open:a,failed:o}=t,s=e=>n.byVerdict.find(t=>t.verdict===e),c=[[s(`deficient`)?.cases??0,Z(e,{verdict:`deficient`}),`deficient cases`],[s(`unknown`)?.cases??0,Z(e,{verdict:`unknown`}),`cases outstanding`],[n.cases,Z(e,{profile:!0}),`cases checked`],[r.pageInfo.total,bs(e,{from:0,to:30}),`policies that end within 30 days`],[i.pageInfo.total,xs(e,{to:0}),`late tasks`],[a.pageInfo.total,xs(e,{}),`open tasks`],[o.pageInfo.total,Ss(e),`failed notices`]];return V(C,{children:[V(`td`,{class:`number`,children:V(ws,{values:s(`deficient`)?.loanAmounts??[],to:Z(e,{verdict:`deficient`}),of:`deficient cases`})}),c.map(([e,t,n])=>V(`td`,{class:`number`,children:V(Q,{value:e,to:t,of:n})},n))]})}var vc=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function yc(){hs(`All portfolios`);let e=ts.value??[],t=pc(e),n=t.rows.value;return V(C,{children:[V(`div`,{class:`head`,children:[V(`h1`,{children:`All portfolios`}),V(bc,{left:t.left.value,all:e.length}),V(lr,{query:wc(t)})]}),e.length===0&&V(li,{children:[`There is no portfolio yet. `,V(`code`,{children:`covertrack org create`}),` makes an organization with a live and a test portfolio.`]}),V(`div`,{class:`stack`,children:vc.map(([e,r])=>V(xc,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function bc({left:e,all:t}){return e===0?null:V(`p`,{class:`loading`,role:`status`,children:[`Reading `,gt(t-e),` of `,gt(t),`… `,V(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function xc({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=Us(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=Us(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return V(`section`,{class:`card`,"aria-label":e,children:[V(`h2`,{children:e}),r.length>0&&V(`p`,{class:`lead`,children:[V(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:V(Ts,{values:a})}),V(`span`,{children:[`not in compliance, in `,V(`strong`,{children:R(o,`case`)}),`, of `,V(Ts,{values:s}),r.length<t.length&&`: ${r.length} of ${R(t.length,`portfolio`)} read`]})]}),V(hc,{rows:t.toSorted(Cc),retry:n})]})}function Sc(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function Cc(e,t){let n=e=>e.data?$(Sc(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function wc({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}var Tc=[{part:`people`,name:`People`,what:`Who signs in, with which roles, and when they came last. Suspend and reactivate them.`,needs:`ADMINISTER_PEOPLE`,screen:I(()=>L(()=>import(`./people-By7_CDvY.js`).then(e=>e.People),__vite__mapDeps([0,1,2,3])))},{part:`roles`,name:`Roles`,what:`What each role may do.`,needs:`ADMINISTER_PEOPLE`,screen:I(()=>L(()=>import(`./roles-B8u4dKqR.js`).then(e=>e.Roles),__vite__mapDeps([4,3])))},{part:`letters`,name:`Letters`,what:`How letters to borrowers and brokers are worded, with a preview for a policy of yours.`,needs:`ADMINISTER_LETTERS`,screen:I(()=>L(()=>import(`./letters-Vn0VCt6R.js`).then(e=>e.Letters),__vite__mapDeps([5,3,6,7])))},{part:`profiles`,name:`Risk profiles`,what:`What you require of a loan’s insurance: drafts, a trial on your cases, and what is published.`,needs:`SET_REQUIREMENTS`},{part:`webhooks`,name:`Webhooks`,what:`Programs that are told of events: their addresses, secrets and deliveries.`,needs:`ADMINISTER_WEBHOOKS`,screen:I(()=>L(()=>import(`./webhooks-B57HZ-fZ.js`).then(e=>e.Webhooks),__vite__mapDeps([8,6,9,10,1,11,7,3])))},{part:`service-accounts`,name:`Service accounts`,what:`Programs that use the API: what they may do, and until when.`,needs:`ADMINISTER_TOKENS`,screen:I(()=>L(()=>import(`./accounts-qt6buKik.js`).then(e=>e.Accounts),__vite__mapDeps([12,9,6,7,3])))},{part:`imports`,name:`Imports`,what:`Records out of CSV and Excel files: tried, written, released, undone.`,needs:`READ`,screen:I(()=>L(()=>import(`./imports-uAusK6bH.js`).then(e=>e.Imports),__vite__mapDeps([13,14,15,3,11,16,6,7,17,1,18])))},{part:`exports`,name:`Exports`,what:`The portfolio as files for a warehouse or an examiner: now, or regularly.`,needs:`READ`,screen:I(()=>L(()=>import(`./exports-Cx6qQv-U.js`).then(e=>e.Exports),__vite__mapDeps([19,15,3,11,17,16,7])))},{part:`quotas`,name:`Quotas`,what:`How much room this portfolio uses, how much it may use, and your plan.`,needs:`SEE_ORGANIZATIONS`,screen:I(()=>L(()=>import(`./quotas-Dd7vdOC2.js`).then(e=>e.t).then(e=>e.Quotas),__vite__mapDeps([16,3])))}];function Ec({part:e,screen:t},n){let r=[...t?[`administration`]:[],e,...n?[n]:[]];return K(q()??``,...r)}var Dc=(e,t)=>K(q()??``,`administration`,e,t);async function Oc(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await ls({link:decodeURIComponent(e)});return}catch(e){return J(e)}}}function kc({refusal:e}){hs(`Sign in`);let t=fs.value;return V(`main`,{class:`signin`,children:[V(`h1`,{children:`covertrack`}),e&&V(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in below.`}),t&&V(`p`,{role:`status`,children:[`You are signed out here. `,V(`a`,{href:t.address,children:[`Sign out of `,t.provider,` too`]})]}),V(jc,{leave:e=>location.assign(e)})]})}function Ac(){let e=F(null),[t,n]=N(!1);return P(()=>e.current?.showModal(),[]),P(()=>{if(!t)return;let e=()=>{cs().then(()=>Qn.value=!1,()=>void 0)};return addEventListener(`focus`,e),()=>removeEventListener(`focus`,e)},[t]),V(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[V(`h2`,{children:`Your session has ended`}),$n.value&&V(`p`,{children:$n.value}),V(`p`,{children:`Sign in again to go on. What you typed is still there.`}),t&&V(`p`,{role:`status`,children:`Sign in in the other tab, then come back to this one.`}),V(jc,{leave:e=>{n(!0),open(e,`_blank`,`noopener`)}})]})}function jc({leave:e}){let[t,n]=N(),[r,i]=N();if(P(()=>{us().then(n,e=>i(J(e).message))},[]),r)return V(`p`,{class:`problem`,children:r});if(!t)return V(ci,{});let a=t.addresses||t.provider!==null;return V(C,{children:[t.refusal&&V(`p`,{class:`problem`,role:`alert`,children:t.refusal}),a&&V(Mc,{options:t,leave:e}),t.tokens&&!a&&V(Pc,{isFirst:!0}),t.tokens&&a&&V(`details`,{children:[V(`summary`,{children:`Sign in with a staff token`}),V(Pc,{})]}),!t.tokens&&!a&&V(`p`,{children:`Nobody can sign in here yet: the operator has to add an identity provider.`})]})}function Mc({options:e,leave:t}){let[n,r]=N(``),[i,a]=N(!1),[o,s]=N(),c=F(null);P(()=>c.current?.focus(),[]);async function l(e){e.preventDefault(),a(!0),s(void 0);try{t(await ds(n.trim()))}catch(e){let t=J(e);s(t.status===429?`Too many tries. Wait a minute, then try again.`:t.message)}a(!1)}return e.addresses?V(`form`,{onSubmit:e=>void l(e),children:[V(Jr,{label:`Work address`,hint:`It leads to your company’s sign-in.`,error:o,children:V(`input`,{ref:c,type:`email`,autocomplete:`email`,spellcheck:!1,required:!0,maxLength:254,value:n,onInput:e=>r(e.currentTarget.value)})}),V(`button`,{type:`submit`,class:`primary`,disabled:i,children:i?`One moment…`:`Go on`})]}):V(`form`,{onSubmit:e=>void l(e),children:[V(`button`,{ref:c,type:`submit`,class:`primary`,disabled:i,children:[`Sign in with `,e.provider]}),o&&V(`p`,{class:`error`,role:`alert`,children:o})]})}var Nc={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function Pc({isFirst:e=!1}){let[t,n]=N(``),[r,i]=N(!1),[a,o]=N(),s=F(null);P(()=>{e&&s.current?.focus()},[]);async function c(e){e.preventDefault(),i(!0),o(void 0);try{await ls({token:t.trim()})}catch(e){let t=J(e);o(Nc[t.status]??t.message),i(!1)}}return V(`form`,{onSubmit:e=>void c(e),children:[V(Jr,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:a,children:V(`input`,{ref:s,type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:t,onInput:e=>n(e.currentTarget.value)})}),V(`button`,{type:`submit`,class:`primary`,disabled:r,children:r?`Signing in…`:`Sign in`})]})}var Fc=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,Ic=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Lc=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,Rc=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,zc=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function Bc(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=zc.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Lc.exec(t)?.[1]??t,i=Hc(r);if(i)return{kind:`id`,id:i};let a=r.replace(Rc,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function Vc(e){let t=Bc(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function Hc(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(Fc)??e.match(Fc)??Ic.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function Uc(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var Wc=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`waivers`,`Exceptions`],[`profiles`,`Profiles`],[`deliveries`,`Deliveries`],[`administration`,`Admin`]],Gc=([e])=>e!==`administration`||Tc.some(({needs:e,screen:t})=>t&&as(e));function Kc({children:e}){let{path:t,route:n,url:r}=rt(),i=F(null),a=F(!0);return hr(n),Me(vr,[r]),P(qc,[]),P(()=>{a.current||i.current?.focus({preventScroll:!0}),a.current=!1},[t]),V(C,{children:[V(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),V(`header`,{class:`top`,children:[V(Y,{to:K(),class:`brand`,children:`covertrack`}),V(Yc,{}),V(Xc,{path:t}),V(Zc,{}),V(Qc,{})]}),!Zn.value&&V(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page reconnects automatically.`}),V(`main`,{id:`main`,tabIndex:-1,ref:i,children:e})]})}function qc(){let e=e=>{if(!Jc(e)||document.querySelector(`dialog[open]`))return;e.preventDefault();let t=document.querySelector(`main .seek`)??document.querySelector(`.lookup input`);t?.focus(),t?.select()};return document.addEventListener(`keydown`,e),()=>document.removeEventListener(`keydown`,e)}function Jc(e){if(e.key.toLowerCase()===`k`)return(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey;let t=e.target.closest(`input, select, textarea`)!==null;return e.key===`/`&&!t&&!e.ctrlKey&&!e.metaKey&&!e.altKey}function Yc(){let e=q(),{path:t}=rt(),n=Wc.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>gr(e?n?K(e,n):K(e):K());return V(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[V(`option`,{value:``,children:`All portfolios`}),ts.value?.map(e=>V(`option`,{value:e.id,children:rs(e)},e.id))]})}function Xc({path:e}){let t=q();if(!t)return V(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return V(`nav`,{"aria-label":`Screens`,children:Wc.filter(Gc).map(([e,r])=>V(`a`,{href:e?K(t,e):K(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function Zc(){let e=F(null);return V(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=Vc(e.current.value);n&&(e.current.value=``,gr(K(`look-up`,n)))},children:V(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,"aria-keyshortcuts":`/ Control+K`,placeholder:`Look up an id or loan number`,title:`Press / or Ctrl-K`})})}function Qc(){let{name:e}=is.value,t=ss()?`may write`:`reads only`;return V(`div`,{class:`person`,children:[V(`span`,{title:`Signed in as ${e}, who ${t}`,children:[e,` `,!ss()&&V(`span`,{class:`quiet`,children:t})]}),V(`button`,{type:`button`,onClick:()=>void ps(),children:`Sign out`})]})}function $c(){return hs(`No such page`),V(li,{children:[`There is no such page. `,V(Y,{to:K(),children:`Open the board`})]})}var el=[[`/console`,yc],[`/console/look-up`,I(()=>L(()=>import(`./lookup-D62jKqgM.js`).then(e=>e.LookUp),__vite__mapDeps([20,21,22,23,24])))],[`/console/:portfolio`,cc],[`/console/:portfolio/cases`,I(()=>L(()=>import(`./cases-BBydnCxG.js`).then(e=>e.Cases),__vite__mapDeps([25,2,26,14,24,15])))],[`/console/:portfolio/cases/:id`,I(()=>L(()=>import(`./case-6lEPzL3q.js`).then(e=>e.CaseScreen),__vite__mapDeps([27,28,29,6,30,31,32,17,18,14,33,7,34,23])))],[`/console/:portfolio/new-case`,I(()=>L(()=>import(`./new-case-CI_aiSE_.js`).then(e=>e.NewCase),__vite__mapDeps([35,33,6,30,7,18,17,36])))],[`/console/:portfolio/policies/:id/correct`,I(()=>L(()=>import(`./correct-B629aqJM.js`).then(e=>e.CorrectPolicy),__vite__mapDeps([37,6,36,7,33,30])))],[`/console/:portfolio/policies`,I(()=>L(()=>import(`./policies-DX8xWqkF.js`).then(e=>e.Policies),__vite__mapDeps([38,26,14,24,15])))],[`/console/:portfolio/policies/:id`,I(()=>L(()=>import(`./policy-Dn9sByS1.js`).then(e=>e.PolicyScreen),__vite__mapDeps([39,29,6,28,30,22,40,41])))],[`/console/:portfolio/tasks`,I(()=>L(()=>import(`./tasks-BXhKpVMm.js`).then(e=>e.Tasks),__vite__mapDeps([42,1,34,29,6,23,32,17,21,22,41])))],[`/console/:portfolio/waivers`,I(()=>L(()=>import(`./waivers-CQMQ0qTx.js`).then(e=>e.Waivers),__vite__mapDeps([43,26,14,24,15,31,32,17])))],[`/console/:portfolio/profiles`,I(()=>L(()=>import(`./profiles-DnmBQd7c.js`).then(e=>e.Profiles),__vite__mapDeps([44,15])))],[`/console/:portfolio/profiles/:id`,I(()=>L(()=>import(`./profile-Rj1u6DN8.js`).then(e=>e.ProfileScreen),__vite__mapDeps([45,44,15])))],[`/console/:portfolio/deliveries`,I(()=>L(()=>import(`./deliveries-maEVjcsc.js`).then(e=>e.Deliveries),__vite__mapDeps([46,1,40,22,11,10])))],[`/console/:portfolio/administration`,I(()=>L(()=>import(`./administration-DUoZbC7s.js`).then(e=>e.Administration),__vite__mapDeps([47,3])))],...Tc.flatMap(({part:e,screen:t})=>t?[[`/console/:portfolio/administration/${e}/:id?`,t]]:[])];function tl(){let e=il();return e.refusal&&e.refusal.status!==401?V(dr,{refusal:e.refusal,retry:e.again}):e.loading?V(ci,{}):is.value?V(Ye,{scope:`/console`,children:[V(Kc,{children:V(st,{children:V(Ze,{children:[el.map(([e,t])=>V(nt,{path:e,component:rl(t)},e)),V(nt,{default:!0,component:$c})]})})}),Qn.value&&V(Ac,{})]}):V(kc,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var nl=new Map;function rl(e){return nl.has(e)||nl.set(e,({params:t})=>V(e,{},Object.values(t??{}).join(`/`))),nl.get(e)}function il(){let[e,t]=N({loading:!0});async function n(){t({loading:!0});let e=await Oc();try{await cs(),Qn.value=!1,t({loading:!1})}catch(n){Qn.value=!1,t({loading:!1,refusal:J(n),...e&&{linkRefusal:e}})}}return P(()=>void n(),[]),{...e,again:()=>void n()}}he(V(tl,{}),document.getElementById(`app`));export{vi as $,ci as $n,Ut as $r,fa as $t,Qa as A,R as Ai,Jo as An,dr as Ar,Ma as At,ki as B,it as Bi,Ya as Bn,sn as Br,xo as Bt,Ga as C,Ct as Ci,Mo as Cn,gr as Cr,uo as Ct,Ta as D,Bt as Di,Ro as Dn,q as Dr,Ra as Dt,Ea as E,Vt as Ei,ua as En,br as Er,Sa as Et,ko as F,z as Fi,Xa as Fn,ar as Fr,no as Ft,io as G,N as Gi,Qo as Gn,an as Gr,Oo as Gt,da as H,Me as Hi,Ja as Hn,Xt as Hr,jo as Ht,To as I,mt as Ii,Co as In,Zn as Ir,qa as It,wa as J,C as Ji,Zo as Jn,kt as Jr,Vo as Jt,ja as K,Pe as Ki,qi as Kn,Ot as Kr,Ii as Kt,pi as L,yt as Li,Pa as Ln,G as Lr,zi as Lt,$a as M,vt as Mi,Ko as Mn,tr as Mr,go as Mt,ca as N,St as Ni,qo as Nn,sr as Nr,eo as Nt,Da as O,B as Oi,Hi as On,Sr as Or,Ia as Ot,ji as P,xt as Pi,oo as Pn,rr as Pr,to as Pt,hi as Q,Y as Qn,Wt as Qr,Ui as Qt,yi as R,L as Ri,Ka as Rn,V as Rr,Bi as Rt,Ba as S,wt as Si,Li as Sn,Er as Sr,mo as St,ka as T,Gt as Ti,ia as Tn,xr as Tr,La as Tt,Si as U,Fe as Ui,Vi as Un,Ht as Ur,Do as Ut,Ji as V,P as Vi,Wa as Vn,$t as Vr,Ao as Vt,Xi as W,F as Wi,Oa as Wn,tn as Wr,So as Wt,so as X,ii as Xn,nn as Xr,Io as Xt,Lo as Y,ge as Yi,oi as Yn,Et as Yr,No as Yt,Go as Z,li as Zn,Rt as Zr,Ki as Zt,Fa as _,Nt as _i,ba as _n,zr as _r,xa as _t,Tc as a,jt as ai,Mi as an,ei as ar,_o as at,zo as b,ln as bi,Fo as bn,Or as br,po as bt,os as c,Lt as ci,la as cn,qr as cr,wi as ct,is as d,un as di,Bo as dn,Wr as dr,Ti as dt,Jt as ei,ro as en,ri as er,bi as et,rs as f,rn as fi,ao as fn,Gr as fr,Di as ft,fi as g,It as gi,Ca as gn,Fr as gr,Wi as gt,Uo as h,dn as hi,gi as hn,Rr as hr,Fi as ht,Ec as i,qt as ii,sa as in,ti as ir,Va as it,Za as j,_t as ji,Ho as jn,lr as jr,Xo as jt,bo as k,gt as ki,Yo as kn,Cr as kr,Ai as kt,ss as l,Ft as li,co as ln,Vr as lr,Oi as lt,$o as m,zt as mi,Ni as mn,J as mr,Ua as mt,Bc as n,Kt as ni,Wo as nn,ai as nr,Ha as nt,Dc as o,on as oi,ga as on,Yr as or,oa as ot,ts as p,At as pi,Ri as pn,Ur as pr,Ci as pt,Aa as q,Ne as qi,Pi as qn,Yt as qr,Po as qt,Uc as r,Zt as ri,ya as rn,si as rr,vo as rt,hs as s,fn as si,mi as sn,Jr as sr,ha as st,Vc as t,Qt as ti,ma as tn,ni as tr,_i as tt,as as u,Dt as ui,_a as un,Hr as ur,Ei as ut,aa as v,Pt as vi,Gi as vn,Br as vr,fo as vt,pa as w,Tt as wi,yo as wn,K as wr,za as wt,va as x,en as xi,Yi as xn,Dr as xr,lo as xt,wo as y,Mt as yi,Zi as yn,Tr as yr,ho as yt,xi as z,rt as zi,Na as zn,cn as zr,Eo as zt};