const __vite__mapDeps=(i,m=__vite__mapDeps,d=(m.f||(m.f=["assets/lookup-CUwA7lto.js","assets/record-CnzMQhvs.js","assets/patiently-CXAmBQ2f.js","assets/cases-Dpxy8BQB.js","assets/export-Cdap86Nh.js","assets/more-qywRr8Ev.js","assets/case-h7O8AOlm.js","assets/as-before-XkO4SVY2.js","assets/decide-C6k9PFu7.js","assets/preview-Bs_nFzdc.js","assets/says-D63dII-P.js","assets/policies-CFh50P9W.js","assets/policy-XZ52QYu5.js","assets/send-CG1OKIek.js","assets/difference-BBpYdk_E.js","assets/tasks-C3LqAhz3.js","assets/pages-BLomBY8V.js","assets/waivers-tRl1g6rm.js","assets/profiles-Bzk6d0Hc.js","assets/profile-BUPZHYWJ.js","assets/deliveries-B6O0Pgme.js"])))=>i.map(i=>d[i]);
var e,t,n,r,i,a,o,s,c,l,u,d,f=Symbol.for(`pv`),p={},m=[],h=/^m(i|n|o|s|text|space)$/,g=Array.isArray,_=m.slice,v=Object.assign;function y(e){e&&e.parentNode&&e.remove()}function b(e,t,n){var r,i,a,o={},s=arguments.length;for(a in t)a==`key`?r=t[a]:a==`ref`&&typeof e!=`function`?i=t[a]:o[a]=t[a];return s>2&&(o.children=s>3?_.call(arguments,2):n),S(e,o,r,i,null)}function x(e,t,n){var r,i,a,o=v({},e.props),s=arguments.length;for(a in t)a==`key`?r=t[a]:a==`ref`&&typeof e.type!=`function`?i=t[a]:o[a]=t[a];return s>2&&(o.children=s>3?_.call(arguments,2):n),S(e.type,o,r===void 0?e.key:r,i===void 0?e.ref:i,null)}function S(n,r,i,a,o){var s={type:n,props:r,key:i,ref:a,__k:null,__:null,__b:0,__e:null,__c:null,constructor:f,__v:o||++t,__i:-1,__u:0};return!o&&e.vnode&&e.vnode(s),s}function C(e){return e.children}function w(e,t){this.props=e,this.context=t,this.__g=0}function T(e,t){if(t==null)return e.__&&T(e.__,e.__i+1);for(var n;t<e.__k.length;t++)if((n=e.__k[t])&&n.__e)return n.__e;return typeof e.type!=`function`||e.props.__P?null:T(e)}function E(t){var n,r=t.__v,i=r.__e,a=[],o=[],s=t.__P;s&&((n=v({constructor:f},r)).__v=r.__v+1,e.vnode&&e.vnode(n),M(s,n,r,t.__n,s.namespaceURI,32&r.__u?[i]:null,a,i||T(r),32&r.__u,o),n.__v=r.__v,n.__.__k[n.__i]=n,ce(a,n,o),r.__=r.__e=null,n.__e!=i&&D(n))}function D(e){if((e=e.__)&&e.__c&&!e.props.__P)return e.__e=null,e.__k.some(function(t){return t&&(e.__e=t.__e)}),D(e)}function O(t){(8&t.__g||(t.__g|=8,r.push(t),a++))&&i==e.debounceRendering||((i=e.debounceRendering)||queueMicrotask)(k)}function k(){try{for(var e,t=1;r.length;)r.length>t&&r.sort(o),e=r.shift(),t=r.length,8&e.__g&&E(e)}finally{(a=r.length)&&(i||queueMicrotask)(k)}}function ee(e,t,n,r,i,a,o,s,c,l,u){var d,f,h,g,_,v,y=r.__k||m,b=t.length;for(c=te(n,t,y,c,b),d=0;d<b;d++)(h=n.__k[d])!=null&&(f=~h.__i&&y[h.__i]||p,h.__i=d,v=M(e,h,f,i,a,o,s,c,l,u),g=h.__e,(f.ref!=h.ref||8&f.__u)&&(f.ref&&ue(f.ref,null,h,f),h.ref&&u.push(h.ref,h.__c||g,h)),_||=g,4&h.__u?(c=ne(h,c,e,!f.__v),f.__e&&(f.__e=null)):typeof h.type==`function`&&v!==void 0?c=v:g&&(c=g.nextSibling),h.__u&=-21);return n.__e=_,c}function te(e,t,n,r,i){var a,o,s,c,l,u,d,p,m,h=n.length,_=h,v=0,y=0,b=e.__k=Array(i);for(a=0;a<i;a++)(o=t[a])!=null&&typeof o!=`boolean`&&typeof o!=`function`?(typeof o!=`object`||o.constructor===String?o=b[a]=S(null,o):g(o)?o=b[a]=S(C,{children:o}):o.constructor===f&&o.__b?o=b[a]=S(o.type,o.props,o.key,o.ref,o.__v):b[a]=o,c=a+v,o.__=e,o.__b=e.__b+1,s=null,~(l=o.__i=A(o,n,c,_))&&(_--,(s=n[l])&&(s.__u|=2)),s&&s.__v?(o.__u|=16,l==c-1?v--:l==c+1?v++:l!=c&&(l>c?v--:v++,y=1)):(~l||(i>h?v--:i<h&&v++),typeof o.type!=`function`&&(o.__u|=4))):b[a]=null;if(y){for(u=[],d=[],a=0;a<i;a++)if((o=b[a])&&16&o.__u){for(v=0,p=u.length;v<p;)u[m=v+p>>1]<o.__i?v=m+1:p=m;u[v]=o.__i,d[a]=v+1}for(v=u.length;a--;)d[a]&&(d[a]==v?v--:b[a].__u|=4)}if(_)for(a=0;a<h;a++)!(s=n[a])||2&s.__u||(s.__e==r&&(r=T(s)),de(s,s));return r}function ne(e,t,n,r){var i,a,o,s;if(typeof e.type==`function`){if(e.props.__P)return t;if(i=e.__k)for(a=0;a<i.length;a++)i[a]&&(i[a].__=e,t=ne(i[a],t,n,!1));return t}for(t&&!t.parentNode&&(t=T(e))&&!t.parentNode&&(t=null),o=e.__e,s=t;s&&s.nodeType==8;)s=s.nextSibling;for(o!=s&&(!r&&n.moveBefore&&o.parentNode?n.moveBefore(o,t):n.insertBefore(o,t||null)),t=o;(t&&=t.nextSibling)&&t.nodeType==8&&!t.data.startsWith(`$s`););return t}function re(e,t){return t||=[],e!=null&&typeof e!=`boolean`&&(g(e)?e.some(function(e){re(e,t)}):t.push(e)),t}function A(e,t,n,r){var i,a=e.key,o=e.type,s=t[n],c=s&&!(2&s.__u);if(s===null&&a==null||c&&a==s.key&&o==s.type)return n;if(r>+!!c){for(i=n-1;i>=0;i--)if((s=t[i])&&!(2&s.__u)&&a==s.key&&o==s.type)return i;for(i=n+1;i<t.length;i++)if((s=t[i])&&!(2&s.__u)&&a==s.key&&o==s.type)return i}return-1}function ie(e,t,n){n??=``,t[0]==`-`?e.setProperty(t,n):e[t]=n}function j(e,t,n,r,i){var a,o;if(t==`style`){if(typeof n==`string`)e.style.cssText=n;else{if(typeof r==`string`&&(e.style.cssText=r=``),r)for(t in r)n&&t in n||ie(e.style,t);if(n)for(t in n)r&&n[t]==r[t]||ie(e.style,t,n[t])}}else if(t[0]==`o`&&t[1]==`n`)typeof n!=`function`&&(n=null),typeof r!=`function`&&(r=null),(e.__e||={})[t]=n,n&&r||(o=u[t]||(u[t]=ae(t)),(e.__a||={})[t]=l,a=t!=(t=t.replace(c,`$1`)),(t=t.slice(2))[0]<`a`&&(t=t.toLowerCase()),n?e.addEventListener(t,o,a):e.removeEventListener(t,o,a));else{if(i==`http://www.w3.org/2000/svg`)t=t.replace(/xlink(H|:h)/,`h`).replace(/sName$/,`s`);else if(t!=`width`&&t!=`height`&&t!=`href`&&t!=`list`&&t!=`form`&&t!=`tabIndex`&&t!=`download`&&t!=`rowSpan`&&t!=`colSpan`&&t!=`role`&&t!=`popover`&&t in e)try{e[t]=n??``;return}catch{}if(typeof n==`function`)return;n==null||!1===n&&t[4]!=`-`?e.removeAttribute(t):e.setAttribute(t,t==`popover`&&n==1?``:n)}}function ae(t){return function(n){var r=this.__e;if(r){if(r=r[t],n[s]==null)n[s]=l++;else if(n[s]<this.__a[t])return;return r(e.event?e.event(n):n)}}}function M(t,n,r,i,a,o,s,c,l,u){var d,p,h,_,b,x,S,E,D,O,k,te,ne,re,A,ie,j,ae,M=n.type;if(n.constructor!==f)return null;128&r.__u&&(l=32&r.__u,d=r.__c.__z)&&(n.__u|=l,p=o=[],d.nodeType==8?c=oe(d,o):o.push(d),c=o[0]||c),(d=e.__b)&&d(n);n:if(typeof M==`function`){h=s.length;try{if(E=n.props,D=(d=M.prototype)&&d.render,O=(d=M.contextType)&&i[d.__c],k=d?O?O.props.value:d.__:i,(_=r.__c)?(n.__c=_,2&_.__g&&(_.__g|=1)):(D?n.__c=_=new M(E,k):(n.__c=_=new w(E,k),_.constructor=M,_.render=fe),O&&O.sub(_),_.state||(_.state={}),_.__n=i,_.__g|=8,_.__h=[],_.__k=[]),D&&(_.__s||(_.__s=_.state),M.getDerivedStateFromProps&&(_.__s==_.state&&(_.__s=v({},_.__s)),v(_.__s,M.getDerivedStateFromProps(E,_.__s)))),b=_.props,x=_.state,_.__v=n,r.__c){if(E!==b&&D&&!M.getDerivedStateFromProps&&_.componentWillReceiveProps&&_.componentWillReceiveProps(E,k),n.__v==r.__v&&!(8&_.__g)||!(4&_.__g)&&_.shouldComponentUpdate&&!1===_.shouldComponentUpdate(E,_.__s,k)){n.__v!=r.__v&&(_.props=E,_.state=_.__s,_.__g&=-9),n.__e=r.__e,n.__k=r.__k,n.__k.some(function(e){e&&(e.__=n)}),m.push.apply(_.__h,_.__k),_.__k=[],_.__h.length&&s.push(_),c=T(r);break n}_.componentWillUpdate&&_.componentWillUpdate(E,_.__s,k),D&&_.componentDidUpdate&&_.__h.push(function(){_.componentDidUpdate(b,x,S)})}else D&&!M.getDerivedStateFromProps&&_.componentWillMount&&_.componentWillMount(),D&&_.componentDidMount&&_.__h.push(_.componentDidMount);_.context=k,_.props=E,_.__P=t,_.__g&=-5,te=e.__r,ne=D?25:0;do _.__g&=-9,te&&te(n),d=_.render(_.props,_.state=_.__s,_.context);while(8&_.__g&&++ne<25);D&&(m.push.apply(_.__h,_.__k),_.__k=[]),_.state=_.__s,_.getChildContext&&(i=v({},i,_.getChildContext())),D&&r.__c&&_.getSnapshotBeforeUpdate&&(S=_.getSnapshotBeforeUpdate(b,x)),re=d&&d.type===C&&d.key==null?d.props.children:d,E.__P&&(d=c,a=(t=E.__P).namespaceURI,l=o=null,r.props&&r.props.__P!=t&&(r.__k.some(function(e){e&&de(e,e)}),r.__k=null),c=r.__k?T(r,0):null),c=ee(t,g(re)?re:[re],n,r,i,a,o,s,c,l,u),E.__P&&(n.__e=null,c=d),n.__u&=-161,p&&p.some(y),_.__h.length&&s.push(_),1&_.__g&&(_.__g&=-4)}catch(t){if(s.length=h,n.__v=null,l||o){if(t&&t.then){if(n.__u|=128|l,o){for(~(j=o.indexOf(c||void 0))||(j=o.length);(ae=o[j-1])&&ae.nodeType==8;)j--;for(;j<o.length;j++)if(ae=o[j]){if(o[j]=null,A){if(ae==ie)break}else{if(ae.nodeType!=8)break;ae.data.startsWith(`$s`)&&(ie=oe(A=ae))}}}if(!A){for(;c&&c.nodeType==8&&c.nextSibling;)c=c.nextSibling;A=c}(d=oe(A=n.__c.__z||(n.__c.__z=A)))?(n.__e=A,c=d):n.__e=c,c&&=c.nextSibling}else o&&o.some(y)}else n.__e=r.__e;n.__k||=r.__k||[],t&&t.then||se(n),e.__e(t,n,r)}}else c=n.__e=le(r.__e,n,r,i,a,o,s,l,u,t);return(d=e.diffed)&&d(n),c}function oe(e,t){if(e&&e.nodeType==8&&e.data.startsWith(`$s`))for(var n=1;e=e.nextSibling;){if(e.nodeType==8){if(e.data.startsWith(`$s`))n++;else if(e.data.startsWith(`/$s`)&&!--n)return e}t&&t.push(e)}}function se(e){e&&(e.__c&&(e.__c.__g|=4),e.__k&&e.__k.some(se))}function ce(t,n,r){for(var i=0;i<r.length;)ue(r[i++],r[i++],r[i++]);e.__c&&e.__c(n,t),t.some(function(n){try{t=n.__h,n.__h=[],t.some(function(e){e.call(n)})}catch(t){e.__e(t,n.__v)}})}function le(t,n,r,i,a,o,s,c,l,u){var d,f,m,v,b,x,S,C,w=r.props||p,E=n.props,D=n.type;if(D==`svg`?a=`http://www.w3.org/2000/svg`:D==`math`?a=`http://www.w3.org/1998/Math/MathML`:a||=`http://www.w3.org/1999/xhtml`,o){for(d=0;d<o.length;d++)if((b=o[d])&&(D?b.localName==D:b.nodeType==3)){t=b,o[d]=null;break}}if(!t){if(C=u.ownerDocument||document,!D)return C.createTextNode(E);t=C.createElementNS(a,D,E.is?E:u),c&&=(e.__m&&e.__m(n,o),!1),o=null}if(D){if(u=D==`template`&&t.content||t,o=D==`textarea`&&E.defaultValue!=null?null:o&&_.call(u.childNodes),!c&&o)for(w={},d=0;d<t.attributes.length;d++)w[(b=t.attributes[d]).name]=b.value;for(d in w)b=w[d],d==`dangerouslySetInnerHTML`?m=b:d==`children`||d in E||d==`value`&&`defaultValue`in E||d==`checked`&&`defaultChecked`in E||j(t,d,null,b,a);for(d in E)b=E[d],d==`children`?v=b:d==`dangerouslySetInnerHTML`?f=b:d==`value`?x=b:d==`checked`?S=b:c&&typeof b!=`function`||w[d]===b||j(t,d,b,w[d],a);f?(c||m&&(f.__html==m.__html||f.__html==t.innerHTML)||(t.innerHTML=f.__html),n.__k=[]):(m&&(t.textContent=``),(D==`foreignObject`||a==`http://www.w3.org/1998/Math/MathML`&&h.test(D))&&(a=`http://www.w3.org/1999/xhtml`),ee(u,g(v)?v:[v],n,r,i,a,o,s,o?o[0]:r.__k&&T(r,0),c,l),o&&o.some(y)),c&&D!=`textarea`||(d=`value`,D==`progress`&&x==null?t.removeAttribute(d):x==null||x===t[d]&&(D!=`progress`||x)||j(t,d,x,w[d],a),d=`checked`,S!=null&&S!=t[d]&&j(t,d,S,w[d],a))}else w===E||c&&t.data==E||(t.data=E);return t}function ue(t,n,r,i){try{typeof t==`function`?n?n.__x=t(n)||1:(i&&=i.__c||i.__e)&&(n=i.__x)&&(i.__x=null,typeof n==`function`?n():t(null)):t.current=n}catch(t){e.__e(t,r)}}function de(t,n,r){var i,a,o,s;if(e.unmount&&e.unmount(t),!(i=t.ref)||i.current&&i.current!=t.__e||ue(i,null,n,t),i=t.__c){if(i.componentWillUnmount)try{i.componentWillUnmount()}catch(t){e.__e(t,n)}i.__P=i.__n=null}if(i=t.__k)for(s=0;s<i.length;s++)i[s]&&de(i[s],n,typeof t.type!=`function`||r&&!t.props.__P);!r&&(i=t.__c)&&(i=i.__z)&&(a=oe(i,o=[]))&&(i==t.__e&&o.some(y),y(a),y(i)),r||y(t.__e),t.__e=t.__c=t.__=null}function fe(e,t,n){return this.constructor(e,n)}function pe(t,n){var r,i,a,o;e.__&&e.__(t,n),n.nodeType==9&&(n=n.documentElement),i=(r=t&&32&t.__u)?null:n.__k,n.__k=S(C,{children:[t]}),a=[],o=[],M(n,n.__k,i||p,p,n.namespaceURI,i?null:n.firstChild?_.call(n.childNodes):null,a,i?i.__e:n.firstChild,r,o),ce(a,n.__k,o),n.__k.props.children=null}function me(e){function t(e){var n,r;return this.getChildContext||(n=new Set,(r={})[t.__c]=this,this.getChildContext=function(){return r},this.shouldComponentUpdate=function(e){this.props.value!=e.value&&n.forEach(function(e){e.__g|=4,O(e)})},this.sub=function(e){n.add(e);var t=e.componentWillUnmount;e.componentWillUnmount=function(){n.delete(e),t&&t.call(e)}}),e.children}return t.__c=`__cC`+d++,t.__=e,t.Provider=(t.Consumer=function(e,t){return e.children(t)}).contextType=t,t}e={__e:function(e,t,n,r){for(var i,o,s;t=t.__;)if((i=t.__c)&&!(1&i.__g)){i.__g|=4;try{if((s=(o=i.constructor)&&o.getDerivedStateFromError)&&i.setState(o.getDerivedStateFromError(e)),i.componentDidCatch&&(i.componentDidCatch(e,r||{}),s=1),s&&8&i.__g)return void(i.__g|=2)}catch(t){e=t}}throw a=0,e}},t=0,n=function(e){return e!=null&&e.constructor===f},w.prototype.setState=function(e,t){var n=this.__s;n&&n!=this.state||(n=this.__s=v({},this.state)),typeof e==`function`&&(e=e(v({},n),this.props)),e&&(v(n,e),this.__v&&(t&&this.__k.push(t),O(this)))},w.prototype.forceUpdate=function(e){this.__v&&(this.__g|=4,e&&this.__h.push(e),O(this))},w.prototype.render=C,r=[],a=0,o=function(e,t){return e.__v.__b-t.__v.__b},s=Symbol(),c=/(PointerCapture)$|Capture$/i,l=0,u={},d=0;var he,N,ge,_e,ve=Object.is,ye=0,be=[],xe=[],P=e,Se=P.__b,Ce=P.__r,we=P.diffed,Te=P.__c,Ee=P.unmount,De=P.__;function Oe(e,t){P.__h&&P.__h(N,e,ye||t),ye=0;var n=N.__H||(N.__H={__:[],__h:[]});return e>=n.__.length&&n.__.push({}),n.__[e]}function F(e){return ye=1,ke(Ve,e)}function ke(e,t,n){var r=Oe(he++,2);if(r.t=e,!r.__c&&(r.__=[n?n(t):Ve(void 0,t),function(e){var t=(r.__N||r.__)[0],n=r.t(t,e);ve(t,n)||(r.__N=[n,r.__[1]],r.__c.setState({}))}],r.__c=N,!N.__f)){N.__f=!0;var i=N.shouldComponentUpdate;N.shouldComponentUpdate=function(e,t,n){var r=this.__H;if(!r)return!0;var a=!1,o=this.props!=e;if(r.__.some(function(e){e.__N&&(a=!0,ve(e.__[0],e.__N[0])||(o=!0))}),i){var s=i.call(this,e,t,n);return a?s||o:s}return!a||o}}return r.__}function I(e,t){var n=Oe(he++,3);!P.__s&&Be(n.__H,t)&&(n.__P=!0,n.__=e,n.u=t,N.__H.__h.push(n))}function Ae(e,t){var n=Oe(he++,4);!P.__s&&Be(n.__H,t)&&(n.__P=!1,n.__=e,n.u=t,N.__h.push(n))}function L(e){return ye=5,je(function(){return{current:e}},[])}function je(e,t){var n=Oe(he++,7);return Be(n.__H,t)&&(n.__=e(),n.__H=t),n.__}function Me(e){var t=N.context[e.__c],n=Oe(he++,9);return n.c=e,t?(n.__??(n.__=!0,t.sub(N)),t.props.value):e.__}function Ne(){var e=Oe(he++,11);if(!e.__){for(var t=N.__v;!t.__m&&t.__;)t=t.__;var n=t.__m||(t.__m=[0,0]);e.__=`P`+n[0]+`-`+n[1]++}return e.__}function Pe(){var e;do{for(;e=xe.shift();)try{Re(e)}catch(t){P.__e(t,{__:(e=e.__P)&&e.__v})}for(;e=be.shift();){var t=e.__H;if(e.__P&&t)try{t.__h.some(Re),t.__h.some(ze),t.__h=[]}catch(n){t.__h=[],P.__e(n,e.__v)}}}while(xe.length)}P.__b=function(e){N=null,Se&&Se(e)},P.__=function(e,t){e&&t.__k&&t.__k.__m&&(e.__m=t.__k.__m),De&&De(e,t)},P.__r=function(e){Ce&&Ce(e),he=0;var t=(N=e.__c).__H;t&&(ge==N?N.__h=[]:(t.__h.some(Re),t.__h.some(ze),he=0),t.__h=[],t.__.some(function(e){e.__N&&(e.__=e.__N),e.u=e.__N=void 0})),ge=N},P.diffed=function(e){we&&we(e);var t=e.__c;t&&t.__H&&(t.__H.__h.length&&Le(be.push(t)),t.__H.__.some(function(e){e.u&&(e.__H=e.u)})),ge=N=null},P.__c=function(e,t){t.some(function(e){try{e.__h.some(Re),e.__h=e.__h.filter(function(e){return!e.__||ze(e)})}catch(t){e.__h=[function(){throw t}]}}),Te&&Te(e,t)},P.unmount=function(e){Ee&&Ee(e);var t,n,r=e.__c;r&&r.__H&&(r.__H.__.some(function(r){try{if(r.__P&&r.__c){if(n===void 0){for(n=e.__;n&&(!n.__c||!n.__c.__P);)n=n.__;n&&=n.__c}r.__P=n,Le(xe.push(r))}else Re(r)}catch(e){t=e}}),r.__H=void 0,t&&P.__e(t,r.__v))};var Fe=typeof requestAnimationFrame==`function`;function Ie(e){var t,n=function(){clearTimeout(r),Fe&&cancelAnimationFrame(t),setTimeout(e)},r=setTimeout(n,35);Fe&&(t=requestAnimationFrame(n))}function Le(e){e!=1&&_e==P.requestAnimationFrame||((_e=P.requestAnimationFrame)||Ie)(Pe)}function Re(e){var t=N,n=e.__c;typeof n==`function`&&(e.__c=void 0,n()),N=t}function ze(e){var t=N;e.__c=e.__(),N=t}function Be(e,t){return!e||e.length!=t.length||t.some(function(t,n){return!ve(t,e[n])})}function Ve(e,t){return typeof t==`function`?t(e):t}var He,Ue;function We(e){return!Ue||(typeof Ue==`string`?e.startsWith(Ue):Ue.test(e))}function Ge(e,t){let n=``;if(He=void 0,t&&t.type===`click`){if(t.ctrlKey||t.metaKey||t.altKey||t.shiftKey||t.button!==0)return e;let r=t.composedPath().find(e=>e.nodeName==`A`&&e.href),i=r&&r.getAttribute(`href`);if(!r||r.origin!=location.origin||/^#/.test(i)||!/^(_?self)?$/i.test(r.target)||!We(i)||r.download)return e;He=!0,t.preventDefault(),n=r.href.replace(location.origin,``)}else t&&t.url?(He=!t.replace,n=t.url):n=location.pathname+location.search;return He===!0?history.pushState(null,``,n):He===!1&&history.replaceState(null,``,n),n}var Ke=(e,t,n={})=>{e=e.split(`/`).filter(Boolean),t=(t||``).split(`/`).filter(Boolean),n.params||={};for(let r=0,i,a;r<Math.max(e.length,t.length);r++){let[,o,s,c]=(t[r]||``).match(/^(:?)(.*?)([+*?]?)$/);if(i=e[r],o||s!=i){if(!o&&i&&c==`*`){n.rest=`/`+e.slice(r).join(`/`);break}if(!o||!i&&c!=`?`&&c!=`*`)return;if(a=c==`+`||c==`*`,a?i=e.slice(r).map(decodeURIComponent).join(`/`)||void 0:i&&=decodeURIComponent(i),n.params[s]=i,s in n||(n[s]=i),a)break}}return n};function qe(e){let[t,n]=ke(Ge,e.url||location.pathname+location.search);e.scope&&(Ue=e.scope);let r=He===!0,i=je(()=>{let e=new URL(t,location.origin),i=e.pathname.replace(/\/+$/g,``)||`/`;return{url:t,path:i,query:Object.fromEntries(e.searchParams),route:(e,t)=>n({url:e,replace:t}),back:()=>{history.back()},forward:()=>{history.forward()},wasPush:r}},[t]);return Ae(()=>(addEventListener(`click`,n),addEventListener(`popstate`,n),()=>{removeEventListener(`click`,n),removeEventListener(`popstate`,n)}),[]),b(qe.ctx.Provider,{value:i},e.children)}var Je=Promise.resolve();function Ye(e){let[t,n]=ke(e=>e+1,0),{url:r,query:i,wasPush:a,path:o}=tt();if(!r)throw Error(`preact-iso's <Router> must be used within a <LocationProvider>, see: https://github.com/preactjs/preact-iso#locationprovider`);let{rest:s=o,params:c={}}=Me($e),l=L(!1),u=L(o),d=L(1),f=L(),p=L(),m=L(),h=L(!1),g=L();g.current=!1;let _,v,y;re(e.children).some(e=>{if(Ke(s,e.props.path,y={...e.props,path:s,query:i,params:Object.assign({},c),rest:``}))return _=x(e,y);e.props.default&&(v=x(e,y))});let S=_||v,C=f.current&&f.current.__u&Xe&&f.current.__u&Ze,w=f.current&&f.current.__h,T=je(()=>{p.current=f.current,f.current=b($e.Provider,{value:y},S);let e=p.current&&p.current.props.children;return!e||!S||S.type!==e.type||S.props.component!==e.props.component?(d.current++,!0):!1},[r,JSON.stringify(y)]);C?(f.current.__u|=Xe,f.current.__u|=Ze):w&&(f.current.__h=!0);let E=p.current;return p.current=null,this.__c=(t,i)=>{g.current=!0,p.current=E,e.onLoadStart&&e.onLoadStart(r),l.current=!0;let a=d.current;t.then(()=>{a===d.current&&(p.current=null,f.current&&(i.__h&&(f.current.__h=i.__h),i.__u&Ze&&(f.current.__u|=Ze),i.__u&Xe&&(f.current.__u|=Xe)),Je.then(n))})},Ae(()=>{let t=this.__v&&this.__v.__e;g.current?!h.current&&!m.current&&(m.current=t):(!h.current&&m.current&&(m.current!==t&&m.current.remove(),m.current=null),h.current=!0,u.current!==o&&(a&&scrollTo(0,0),e.onRouteChange&&e.onRouteChange(r),u.current=o),e.onLoadEnd&&l.current&&e.onLoadEnd(r),l.current=!1)},[o,a,t]),T?[b(Qe,{r:f,key:d.current}),b(Qe,{r:p,key:d.current-1})]:b(Qe,{r:f,key:d.current})}var Xe=32,Ze=128,Qe=({r:e})=>e.current;Ye.Provider=qe,qe.ctx=me({});var $e=me({}),et=e=>b(e.component,e),tt=()=>Me(qe.ctx),nt=()=>Me($e),rt=e.__b;e.__b=e=>{e.type&&e.type._forwarded&&e.ref&&(e.props.ref=e.ref,e.ref=null),rt&&rt(e)};function R(e){let t,n,r=()=>e().then(e=>n=e&&e.default||e),i=e=>{let[,i]=F(0),a=L(n);if(t||=r(),n!==void 0)return b(n,e);throw a.current||=t.then(()=>i(1)),t};return i.preload=()=>(t||=r(),t),i._forwarded=!0,i}var it=e.__e;e.__e=(e,t,n)=>{if(e&&e.then){let r=t;for(;r=r.__;)if(r.__c&&r.__c.__c)return t.__e??(t.__c.__z=[n.__e],t.__e=n.__e,t.__k=n.__k),t.__k||=[],r.__c.__c(e,t)}it&&it(e,t,n)};function at(e){return this.__c=ot,this.componentDidCatch=e.onError,e.children}function ot(e){e.then(()=>this.forceUpdate())}var st=(function(){let e=typeof document<`u`&&document.createElement(`link`).relList;return e&&e.supports&&e.supports(`modulepreload`)?`modulepreload`:`preload`})(),ct=function(e){return`/console/`+e},lt={},ut=function(e){return e.pathname.endsWith(`.css`)},dt=function(e,t,n){if(t in e)return e[t];let r=n();if(!r){e[t]=void 0;return}let i=r.then(()=>{e[t]=void 0},n=>{throw e[t]=void 0,n});return e[t]=i,i},z=function(e,t,n){let r=Promise.resolve();if(t&&t.length>0){let e,i=document.querySelector(`meta[property=csp-nonce]`),a=i?.nonce||i?.getAttribute(`nonce`);function o(e){return Promise.all(e.map(e=>Promise.resolve(e).then(e=>({status:`fulfilled`,value:e}),e=>({status:`rejected`,reason:e}))))}function s(e){return import.meta.resolve?new URL(import.meta.resolve(e)):new URL(e,import.meta.url)}r=o(t.map(t=>{t=ct(t,n);let r=s(t),i=ut(r);return dt(lt,r.href,()=>{if(e===void 0){e={all:new Set,styles:new Set};let t=document.getElementsByTagName(`link`);for(let n=t.length-1;n>=0;n--){let r=t[n];e.all.add(r.href),r.rel===`stylesheet`&&e.styles.add(r.href)}}if((i?e.styles:e.all).has(r.href))return;let t=document.createElement(`link`);if(t.rel=i?`stylesheet`:st,i||(t.as=`script`),t.crossOrigin=``,t.href=r.href,a&&t.setAttribute(`nonce`,a),document.head.appendChild(t),i)return new Promise((e,n)=>{let i=a=>{t.removeEventListener(`load`,i),t.removeEventListener(`error`,i),a.type===`error`?n(Error(`Unable to preload CSS for ${r}`)):e(a)};t.addEventListener(`load`,i),t.addEventListener(`error`,i)})})}).filter(e=>e!==void 0))}function i(e){let t=new Event(`vite:preloadError`,{cancelable:!0});if(t.payload=e,window.dispatchEvent(t),!t.defaultPrevented)throw e}return r.then(t=>{for(let e of t||[])e.status===`rejected`&&i(e.reason);return e().catch(i)})};function ft({amount:e,currency:t}){return pt({style:`currency`,currency:t,.../^-?\d+(\.0+)?$/.test(e)&&{maximumFractionDigits:0}},e)}function pt(e,t){let n=e.currency===`USD`?`symbol`:`code`;return new Intl.NumberFormat(`en-US`,{...e,currencyDisplay:n}).format(t).replace(`\xA0`,` `)}function mt(e){return e.toLocaleString(`en-US`)}function B(e,t,n=`${t}s`){return`${mt(e)} ${e===1?t:n}`}function ht(e){return e?new Date(e).toLocaleDateString(`en-US`,{timeZone:`UTC`,year:`numeric`,month:`long`,day:`numeric`}):``}function gt(e){return e?new Date(e).toLocaleString(`en-US`,{year:`numeric`,month:`long`,day:`numeric`,hour:`numeric`,minute:`2-digit`}):``}function _t(e){return e.toLocaleTimeString(`en-US`,{hour:`numeric`,minute:`2-digit`})}var vt=864e5;function V(e=0,t=new Date){return new Date(t.getTime()+e*vt).toISOString().slice(0,10)}function yt(e,t=new Date){return Math.round((Date.parse(e.slice(0,10))-Date.parse(V(0,t)))/vt)}function bt(e,t=new Date){let n=yt(e,t);return n===0?`today`:n>0?`in ${B(n,`day`)}`:`${B(-n,`day`)} ago`}function H(e,t){return t==null?``:e[t]??t}var xt={deficient:`Deficient`,unknown:`Outstanding`,waived:`Exception`,compliant:`In compliance`,notApplicable:`No requirement`},St={deficient:`Not insured as the lender requires`,unknown:`Information that decides it is outstanding`,waived:`In compliance, but for an exception that was approved`,compliant:`Insured as the lender requires`,notApplicable:`The lender requires nothing here, or no risk profile is set`},Ct=[`deficient`,`unknown`,`waived`,`compliant`,`notApplicable`],wt={applicability_unknown:`Not known if required`,no_policy:`No policy`,not_started:`Policy not started`,expired:`Policy expired`,cancelled:`Policy cancelled`,deactivated:`Policy deactivated`,dates_unknown:`Policy dates not known`,insured_not_named:`Borrower not named insured`,insured_unknown:`Named insured not known`,asset_not_covered:`Asset not on the policy`,clause_missing:`Lender clause missing`,rating_too_low:`Carrier rating too low`,rating_unknown:`Carrier rating not known`,form_not_accepted:`Coverage form not accepted`,claims_made:`Claims-made form`,form_unknown:`Coverage form not known`,valuation_not_accepted:`Valuation not accepted`,valuation_unknown:`Valuation not known`,coinsurance_too_high:`Coinsurance too high`,coinsurance_unknown:`Coinsurance not known`,deductible_too_high:`Deductible too high`,deductible_unknown:`Deductible not known`,currency_differs:`Currency differs`,endorsement_missing:`Endorsement missing`,endorsement_unknown:`Endorsement not known`,excluded:`Exclusion not accepted`,exclusion_unknown:`Exclusions not known`,notice_too_short:`Notice of cancellation too short`,notice_unknown:`Notice of cancellation not known`,evidence_missing:`Evidence missing`,evidence_temporary:`Temporary evidence run out`,not_confirmed:`Renewal not confirmed`,primary_missing:`Primary layer missing`,peril_missing:`Peril not covered`,limit_too_low:`Limit too low`,limit_unknown:`Limit not known`,required_amount_unknown:`Required amount not known`,aggregate_too_low:`Aggregate limit too low`,period_too_short:`Period of indemnity too short`,period_unknown:`Period of indemnity not known`,attachment_gap:`Gap below the layer`},Tt={fail:`Not met`,unknown:`Outstanding`,waived:`Exception`},Et={DRAFT:`Draft`,OPEN:`Open`,ONBOARDING:`Onboarding`,approved:`Approved`,onHold:`On hold`,closed:`Closed`},Dt={paidOff:`Loan paid off`,sold:`Loan sold`,chargedOff:`Loan charged off`,transferred:`Serviced by somebody else`,error:`Opened by mistake`},Ot={active:`Active`,renewalInProgress:`Renewal in progress`,onHold:`On hold`,deactivated:`Deactivated`},kt={selfManaged:`Followed up by the lender`,serviceManaged:`Followed up by us`},At={collectEvidence:`Collect evidence`,reviewDocument:`Review a document`,renewalFollowUp:`Follow up a renewal`,resolveDeficiency:`Resolve a deficiency`,cancellationFollowUp:`Follow up a cancellation`,forcePlacementReview:`Review lender-placed insurance`,caseApproval:`Approve a case`},jt={open:`Open`,inProgress:`In progress`,paused:`Paused`,completed:`Completed`,cancelled:`Cancelled`},Mt=[`open`,`inProgress`,`paused`],Nt={request:`Request for renewal`,reminder:`Reminder`,final:`Final reminder`,lapsed:`Coverage has lapsed`,warning:`Warning`,forcePlacementReview:`Review of lender-placed insurance`,deficiency:`Letter about findings`,deficiencyReminder:`Reminder about findings`,deficiencyFinal:`Final reminder about findings`},Pt={planned:`Planned`,sent:`Sent`,suppressed:`Suppressed`,skipped:`Skipped`,cancelled:`Not needed any more`,failed:`Failed`},Ft={pending:`Waiting`,sent:`Accepted by the mail server`,refused:`Refused by the mail server`,abandoned:`Given up`},It={policyOnHold:`The policy is on hold`,policyDeactivated:`The policy is deactivated`,evidenceInReview:`Evidence came in and is being reviewed`,endDateUnknown:`The end date of the policy is not known`,allStepsDone:`All steps of this term are done`},Lt={pending:`Waiting for its next attempt`,delivered:`Delivered`,failed:`Failed`},Rt={requested:`Requested`,approved:`Approved`,rejected:`Rejected`,revoked:`Revoked`},zt={nonPayment:`Premium not paid`,underwriting:`Carrier does not want the risk`,insuredRequest:`Insured asked for it`,rewritten:`Another policy replaces it`,other:`Another reason`},Bt={proposed:`To be decided`,accepted:`Accepted`,partlyAccepted:`Partly accepted`,rejected:`Rejected`},Vt={proposed:`To be decided`,accepted:`Accepted`,rejected:`Rejected`},Ht={created:`Created`,newTerm:`New term`,correction:`Correction`},Ut={primary:`Primary`,excess:`Excess`,umbrella:`Umbrella`},Wt={perOccurrence:`Each occurrence`,aggregate:`Aggregate`,total:`Total`},Gt={Special:`Special`,Broad:`Broad`,Basic:`Basic`,Unknown:`Not known`},Kt={mortgagee:`Mortgagee`,lendersLossPayable:`Lender’s loss payable`,lossPayee:`Loss payee`,additionalInsured:`Additional insured`,certificateHolder:`Certificate holder`},qt={LOAN_AMOUNT:`Loan amount`,INSURABLE_VALUE:`Insurable value`,LESSER:`Lesser of loan amount and insurable value`,FLOOD:`Federal flood rules: least of balance, insurable value and the program’s maximum`},Jt={TARGET:`Each building or the case`,LOAN:`All buildings together`},Yt={ANY:`One of the borrowers`,ALL:`Each of the borrowers`},Xt={AM_BEST:`A.M. Best`,DEMOTECH:`Demotech`,SP:`S&P`,MOODYS:`Moody’s`},Zt={replacementCost:`Replacement cost`,actualCashValue:`Actual cash value`,agreedValue:`Agreed value`,functionalReplacementCost:`Functional replacement cost`},Qt={carrier:`Carrier`,limits:`Limits`,deductibles:`Deductible`,coverageFormType:`Form`,mortgageeClauses:`Clauses`,insureds:`Named insureds`,perils:`Perils`,valuation:`Valuation`,endorsements:`Endorsements`,exclusions:`Exclusions`,noticeDays:`Days of notice`,attachment:`Attachment`},$t={LIMIT:`the limit`,INSURED_VALUE:`the insured value`},en={voluntary:`By the borrower`,lenderPlaced:`Lender-placed`},tn={ACCEPT:`what a new term takes over from the one before counts`,UNKNOWN:`what a new term takes over from the one before is outstanding until it is confirmed`},nn={loanNumber:`loan number`,displayName:`name`,insured:`named insured`,asset:`address`,policyNumber:`policy number`},rn={serviceAccount:`Lender`,staff:`Staff`,person:`Person`,system:`covertrack`,evidenceLink:`Evidence link`};function an(e,t){let n=H(rn,t);return n===e?e:`${e} (${n.toLowerCase()})`}var on={admin:`Administrator`,analyst:`Analyst`,viewer:`Viewer`},sn={live:`live`,test:`test`},cn=Symbol.for(`pv`),ln=0;Array.isArray;function U(t,n,r,i,a,o){n||={};var s,c,l=n;if(`ref`in l&&typeof t!=`function`)for(c in l={},n)c==`ref`?s=n[c]:l[c]=n[c];var u={type:t,props:l,key:r,ref:s,__k:null,__:null,__b:0,__e:null,__c:null,constructor:cn,__v:--ln,__i:-1,__u:0};return(a||o)&&(u.__source=a,u.__self=o),e.vnode&&e.vnode(u),u}var un=Symbol.for(`preact-signals`);function dn(){if(G>1)G--;else{var e,t=!1;for((function(){var e=yn;for(yn=void 0;e!==void 0;){var t=e.S;if(t.v===e.v)for(var n=t.t;n!==void 0;n=n.x)n.i===e.i&&(n.i=t.i);e=e.o}})();hn!==void 0;){var n=hn;for(hn=void 0,gn++;n!==void 0;){var r=n.u;if(n.u=void 0,n.f&=-3,!(8&n.f)&&Cn(n))try{n.c()}catch(n){t||=(e=n,!0)}n=r}}if(gn=0,G--,t)throw e}}function fn(e){if(G>0)return e();vn=++_n,G++;try{return e()}finally{dn()}}var pn,W=void 0;function mn(e){var t=W,n=pn;W=void 0,pn=void 0;try{return e()}finally{W=t,pn=n}}var hn=void 0,G=0,gn=0,_n=0,vn=0,yn=void 0,bn=0;function xn(e){if(W!==void 0){var t=e.n;if(t===void 0||t.t!==W)return t={i:0,S:e,p:W.s,n:void 0,t:W,e:void 0,x:void 0,r:t},W.s!==void 0&&(W.s.n=t),W.s=t,e.n=t,32&W.f&&e.S(t),t;if(t.i===-1)return t.i=0,t.n!==void 0&&(t.n.p=t.p,t.p!==void 0&&(t.p.n=t.n),t.p=W.s,t.n=void 0,W.s.n=t,W.s=t),t}}function K(e,t){this.v=e,this.i=0,this.n=void 0,this.t=void 0,this.l=0,this.W=t?.watched,this.Z=t?.unwatched,this.name=t?.name}K.prototype.brand=un,K.prototype.h=function(){return!0},K.prototype.S=function(e){var t=this,n=this.t;n!==e&&e.e===void 0&&(e.x=n,this.t=e,n===void 0?mn(function(){var e;(e=t.W)==null||e.call(t)}):n.e=e)},K.prototype.U=function(e){var t=this;if(this.t!==void 0){var n=e.e,r=e.x;n!==void 0&&(n.x=r,e.e=void 0),r!==void 0&&(r.e=n,e.x=void 0),e===this.t&&(this.t=r,r===void 0&&mn(function(){var e;(e=t.Z)==null||e.call(t)}))}},K.prototype.subscribe=function(e){var t=this;return Mn(function(){var n=t.value;mn(function(){return e(n)})},{name:`sub`})},K.prototype.valueOf=function(){return this.value},K.prototype.toString=function(){return this.value+``},K.prototype.toJSON=function(){return this.value},K.prototype.peek=function(){var e=this;return mn(function(){return e.value})},Object.defineProperty(K.prototype,"value",{get:function(){var e=xn(this);return e!==void 0&&(e.i=this.i),this.v},set:function(e){if(e!==this.v){if(gn>100)throw Error(`Cycle detected`);(function(e){G!==0&&gn===0&&e.l!==vn&&(e.l=vn,yn={S:e,v:e.v,i:e.i,o:yn})})(this),this.v=e,this.i++,bn++,G++;try{for(var t=this.t;t!==void 0;t=t.x)t.t.N()}finally{dn()}}}});function Sn(e,t){return new K(e,t)}function Cn(e){for(var t=e.s;t!==void 0;t=t.n)if(t.S.i!==t.i||!t.S.h()||t.S.i!==t.i)return!0;return!1}function wn(e){for(var t=e.s;t!==void 0;t=t.n){var n=t.S.n;if(n!==void 0&&(t.r=n),t.S.n=t,t.i=-1,t.n===void 0){e.s=t;break}}}function Tn(e){for(var t=e.s,n=void 0;t!==void 0;){var r=t.p;t.i===-1?(t.S.U(t),r!==void 0&&(r.n=t.n),t.n!==void 0&&(t.n.p=r)):n=t,t.S.n=t.r,t.r!==void 0&&(t.r=void 0),t=r}e.s=n}function En(e,t){K.call(this,void 0,t),this.x=e,this.s=void 0,this.g=bn-1,this.f=4}En.prototype=new K,En.prototype.h=function(){if(this.f&=-3,1&this.f)return!1;if((36&this.f)==32||(this.f&=-5,this.g===bn))return!0;if(this.g=bn,this.f|=1,this.i>0&&!Cn(this))return this.f&=-2,!0;var e=W;try{wn(this),W=this;var t=this.x();(16&this.f||this.v!==t||this.i===0)&&(this.v=t,this.f&=-17,this.i++)}catch(e){this.v=e,this.f|=16,this.i++}return W=e,Tn(this),this.f&=-2,!0},En.prototype.S=function(e){if(this.t===void 0){this.f|=36;for(var t=this.s;t!==void 0;t=t.n)t.S.S(t)}K.prototype.S.call(this,e)},En.prototype.U=function(e){if(this.t!==void 0&&(K.prototype.U.call(this,e),this.t===void 0)){this.f&=-33;for(var t=this.s;t!==void 0;t=t.n)t.S.U(t)}},En.prototype.N=function(){if(!(2&this.f)){this.f|=6;for(var e=this.t;e!==void 0;e=e.x)e.t.N()}},Object.defineProperty(En.prototype,"value",{get:function(){if(1&this.f)throw Error(`Cycle detected`);var e=xn(this);if(this.h(),e!==void 0&&(e.i=this.i),16&this.f)throw this.v;return this.v}});function Dn(e,t){return new En(e,t)}function On(e){var t=e.j;if(e.j=void 0,typeof t==`function`){G++;var n=W;W=void 0;try{t()}catch(t){throw e.f&=-2,e.f|=8,kn(e),t}finally{W=n,dn()}}}function kn(e){for(var t=e.s;t!==void 0;t=t.n)t.S.U(t);e.x=void 0,e.s=void 0,On(e)}function An(e){if(W!==this)throw Error(`Out-of-order effect`);Tn(this),W=e,this.f&=-2;try{8&this.f&&kn(this)}finally{dn()}}function jn(e,t){this.x=e,this.j=void 0,this.s=void 0,this.u=void 0,this.f=32,this.name=t?.name,pn&&pn.push(this)}jn.prototype.c=function(){var e=this.S();try{if(8&this.f||this.x===void 0)return;var t=this.x();typeof t==`function`&&(this.j=t)}finally{e()}},jn.prototype.S=function(){if(1&this.f)throw Error(`Cycle detected`);this.f|=1,this.f&=-9,On(this),wn(this),G++;var e=W;return W=this,An.bind(this,e)},jn.prototype.N=function(){2&this.f||(this.f|=2,this.u=hn,hn=this)},jn.prototype.d=function(){this.f|=8,1&this.f||kn(this)},jn.prototype.dispose=function(){this.d()};function Mn(e,t){var n=new jn(e,t);try{n.c()}catch(e){throw n.d(),e}var r=n.d.bind(n);return r[Symbol.dispose]=r,r}var Nn,Pn,Fn,In=typeof window<`u`&&!!window.__PREACT_SIGNALS_DEVTOOLS__,Ln=[];Mn(function(){Nn=this.N})();function Rn(t,n){e[t]=n.bind(null,e[t]||function(){})}function zn(e){if(Fn){var t=Fn;Fn=void 0,t()}Fn=e&&e.S()}function Bn(e){var t=this,r=e.data,i=Hn(r);i.name=`ReactiveDom`,i.value=r;var a=je(function(){for(var e=t,r=t.__v;r=r.__;)if(r.__c){r.__c.__$f|=4;break}var a=Dn(function(){var e=i.value.value;return e===0?0:!0===e?``:e||``}),o=Dn(function(){return!Array.isArray(a.value)&&!n(a.value)}),s=Mn(function(){if(this.N=Kn,o.value){var t=a.value;e.__v&&e.__v.__e&&e.__v.__e.nodeType===3&&(e.__v.__e.data=t)}}),c=t.__$u.d;return t.__$u.d=function(){s(),c.call(this)},[o,a]},[]),o=a[0],s=a[1];return o.value?s.peek():s.value}Bn.displayName=`ReactiveTextNode`,Object.defineProperties(K.prototype,{constructor:{configurable:!0,value:b(C,null).constructor},type:{configurable:!0,value:Bn},props:{configurable:!0,get:function(){var e=this;return{data:{get value(){return e.value}}}}},__b:{configurable:!0,value:1}}),Rn(`__b`,function(e,t){if(zn(),Pn=void 0,typeof t.type==`string`){var n,r=t.props;for(var i in r)if(i!==`children`){var a=r[i];a instanceof K&&(n||(t.__np=n={}),n[i]=a,r[i]=a.peek())}}e(t)}),Rn(`__r`,function(e,t){if(e(t),t.type!==C){zn();var n,r=t.__c;r&&(r.__$f&=-2,(n=r.__$u)===void 0&&(r.__$u=n=function(e,t){var n;return Mn(function(){n=this},{name:t}),n.c=e,n}(function(e){return function(){var t;In&&((t=this.y)==null||t.call(this)),e.__$f|=1,e.setState({})}}(r),typeof t.type==`function`?t.type.displayName||t.type.name:``))),Pn=r,zn(n)}}),Rn(`__e`,function(e,t,n,r){zn(),Pn=void 0,e(t,n,r)}),Rn(`diffed`,function(e,t){zn(),Pn=void 0;var n;if(typeof t.type==`string`&&(n=t.__e)){var r=t.__np,i=t.props,a=n.U;if(a)for(var o in a){var s=a[o];s===void 0||r&&o in r||(s.d(),a[o]=void 0)}if(r)for(var c in a||(a={},n.U=a),r){var l=a[c],u=r[c];l===void 0?(l=Vn(n,c,u,i),a[c]=l):l.o(u,i)}}e(t)});function Vn(e,t,n,r){var i=t in e&&e.ownerSVGElement===void 0,a=Sn(n);return{o:function(e,t){a.value=e,r=t},d:Mn(function(){this.N=Kn;var n=a.value.value;r[t]!==n&&(r[t]=n,i?e[t]=n:n!=null&&(!1!==n||t[4]===`-`)?e.setAttribute(t,n):e.removeAttribute(t))})}}Rn(`unmount`,function(e,t){if(typeof t.type==`string`){var n=t.__e;if(n){var r=n.U;if(r)for(var i in n.U=void 0,r){var a=r[i];a&&a.d()}}var o=t.__np;if(o){var s=t.props;for(var c in o)s[c]=o[c]}t.__np=void 0}else{var l=t.__c;if(l){l.__$f|=8;var u=l.__$u;u&&(l.__$u=void 0,u.d())}}e(t)}),Rn(`__h`,function(e,t,n,r){r<3&&(t.__$f|=2),e(t,n,r)}),w.prototype.shouldComponentUpdate=function(e,t){if(this.__R)return!0;var n=this.__$u,r=n&&n.s!==void 0;for(var i in t)return!0;if(this.__f||typeof this.u==`boolean`&&!0===this.u){var a=2&this.__$f;if(!(r||a||4&this.__$f)||1&this.__$f)return!0}else if(!(r||4&this.__$f)||3&this.__$f)return!0;for(var o in e)if(o!==`__source`&&e[o]!==this.props[o])return!0;for(var s in this.props)if(!(s in e))return!0;return!1};function Hn(e,t){return je(function(){return Sn(e,t)},[])}function Un(e,t){var n=L(e);return n.current=e,Pn.__$f|=4,je(function(){return Dn(function(){return n.current()},t)},[])}var Wn=function(e){queueMicrotask(function(){queueMicrotask(e)})};function Gn(){fn(function(){for(var e;e=Ln.shift();)Nn.call(e)})}function Kn(){Ln.push(this)===1&&(e.requestAnimationFrame||Wn)(Gn)}var qn=Sn(!0),Jn=Sn(!1);function Yn({query:e}){if(e.data===void 0)return null;let t=_t(e.since);return e.stale?U(`span`,{class:`since warn`,role:`status`,children:[`Shown as of `,t,`; `,qn.value?`reading it again failed: ${e.error?.message??``}`:`connection lost`,` `,U(`button`,{type:`button`,onClick:()=>void e.reload(),disabled:e.loading,children:`Try again`})]}):U(`span`,{class:`since quiet`,children:[`As of `,t]})}var Xn={network:`Check your connection. The page tries again automatically.`,forbidden:`Your role may read this portfolio only. Ask an operator to do it.`,not_found:`It does not exist in this portfolio. Check the address, or look it up in the other portfolios.`,rate_limited:`There were too many requests. Wait a minute, then try again.`,overloaded:`The server is busy. Wait a little, then try again.`,unavailable:`The server cannot reach its database. Wait a little, then try again.`};function Zn({refusal:e,retry:t}){return U(`div`,{class:`problem`,role:`alert`,children:[U(`p`,{children:[U(`strong`,{children:e.message}),` `,Xn[e.code]]}),U(Qn,{refusal:e}),t&&U(`button`,{type:`button`,onClick:t,children:`Try again`}),e.requestId&&U(`p`,{class:`quiet`,children:[`Quote this when you ask for help: `,U(`code`,{children:e.requestId})]})]})}function Qn({refusal:e}){return e.violations.every(({message:t})=>t===e.message)?null:U(`ul`,{children:e.violations.map(({pointer:e,message:t})=>U(`li`,{children:[t,` `,U(`code`,{class:`quiet`,children:e})]},e+t))})}var $n=`/console`,er=(e,t=!1)=>{t?location.replace(e):location.assign(e)};function tr(e){er=e}function q(...e){let t=e.filter(e=>typeof e==`string`).map(e=>`/${encodeURIComponent(e)}`),n=e.find(e=>typeof e==`object`);return $n+t.join(``)+dr(new URLSearchParams,n??{})}function nr(e,t=!1){er(e,t)}var rr=Sn(``);function ir(){rr.value=location.href}function ar(){return rr.value,new URLSearchParams(location.search)}function or(e){return ar().get(e)??``}function sr(e){return or(e).split(`,`).filter(Boolean)}function cr(e,t={}){nr(location.pathname+dr(new URLSearchParams(location.search),e),!t.push)}function lr(e){return location.pathname+dr(ar(),e)}function ur(){rr.value;let[,e]=/^\/console\/([^/]+)/.exec(location.pathname)??[];return e&&e!==`look-up`?decodeURIComponent(e):void 0}function dr(e,t){for(let[n,r]of Object.entries(t)){let t=Array.isArray(r)?r.join(`,`):r==null?``:String(r);t===``?e.delete(n):e.set(n,t)}let n=e.toString().replaceAll(`%2C`,`,`).replaceAll(`%5B`,`[`).replaceAll(`%5D`,`]`);return n&&`?${n}`}var fr=class extends Error{code;requestId;violations;status;retryAfter=0;constructor(e,t,n,r=``,i=[]){super(n),this.name=`Refusal`,this.status=e,this.code=t,this.requestId=r,this.violations=i}};function pr(e){return{"Content-Type":`application/json`,"X-Console":`1`,...e.portfolio&&{"X-Portfolio":e.portfolio},...e.idempotencyKey&&{"Idempotency-Key":e.idempotencyKey}}}function mr(e,t){return{documentId:e.__meta__?.hash,variables:t}}async function hr(e,t,n={}){let r=await gr(`/graphql`,{method:`POST`,headers:{...pr(n),Accept:`application/graphql-response+json`},body:JSON.stringify(mr(e,t)),...n.signal&&{signal:n.signal}}),i=await _r(r),a=vr(r,i);if(a)throw a;return i.data}async function gr(e,t){try{let n=await fetch(e,t);return qn.value=!0,n}catch(e){throw t.signal?.aborted?e:(qn.value=!1,new fr(0,`network`,`The server cannot be reached.`))}}async function _r(e){try{return await e.json()}catch{return}}function vr(e,t){let n=e.headers.get(`X-Request-Id`)??``,r=t?.errors?.[0],i=r?.extensions?.code??(e.ok&&t?.data?``:`unreadable`);if(e.status===401&&(Jn.value=!0),!i)return;let a=t?.errors?.flatMap(e=>e.extensions?.errors??[])??[],o=r?.message??`The server answered ${e.status} and nothing that can be read.`,s=new fr(e.status,i,o,r?.extensions?.requestId??n,a);return s.retryAfter=Number(e.headers.get(`Retry-After`)??0),s}var yr=3e4,br=5e3;function J(e){return e instanceof fr?e:new fr(0,`page`,`The page could not read the answer: ${String(e)}`)}function xr(e,t,n=ur()){let r=JSON.stringify([e.__meta__?.hash,t,n]),[i,a]=F({loading:!0,since:new Date}),o=L(void 0);async function s(){o.current?.abort();let i=o.current=new AbortController;a(e=>({...e,loading:!0}));try{let o=await hr(e,t,{portfolio:n,signal:i.signal});i.signal.aborted||a({data:o,key:r,loading:!1,since:new Date})}catch(e){i.signal.aborted||a(t=>Sr(t,r,J(e)))}}I(()=>(s(),()=>o.current?.abort()),[r]),Cr(r,i,()=>void s());let{key:c,...l}=i;return{...l,stale:i.error!==void 0&&i.data!==void 0,reload:s}}function Sr({data:e,key:t,since:n},r,i){return{...e!==void 0&&t===r&&{data:e,key:t},since:n,error:i,loading:!1}}function Cr(e,t,n){let r=wr(t.error);I(()=>{if(r===void 0||t.loading)return;let e=setTimeout(n,r);return addEventListener(`online`,n),()=>{clearTimeout(e),removeEventListener(`online`,n)}},[e,r,t.loading]),I(()=>{let e=()=>{!document.hidden&&Date.now()-t.since.getTime()>yr&&n()};return document.addEventListener(`visibilitychange`,e),()=>document.removeEventListener(`visibilitychange`,e)},[e,t.since])}function wr(e){return e?.code===`network`||e?.status===503?br:e?.status===401&&!Jn.value?0:void 0}function Tr(e,t=ur()){let[n,r]=F({busy:!1}),i=L(void 0);async function a(n){let a=JSON.stringify(n);i.current?.variables!==a&&(i.current={variables:a,key:crypto.randomUUID()}),r({busy:!0});try{let a=await hr(e,n,{portfolio:t,idempotencyKey:i.current.key});return i.current=void 0,r({busy:!1}),a}catch(e){let t=J(e);throw t.status>0&&t.status<500&&(i.current=void 0),r({busy:!1,error:t}),t}}return{...n,write:a,clear:()=>r({busy:!1})}}function Er(e){return t=>e.find(({pointer:e})=>e.split(`/`).includes(t))?.message}function Dr(e){let t=L(null),[n,r]=F(!1),[i,a]=F();I(()=>{let e=document.activeElement;return t.current?.showModal(),()=>e?.focus()},[]);async function o(t){t.preventDefault(),r(!0),a(void 0);try{await e.onConfirm(),e.onClose()}catch(e){a(J(e)),r(!1)}}return U(`dialog`,{ref:t,onClose:e.onClose,"aria-label":e.title,children:U(`form`,{method:`dialog`,onSubmit:e=>void o(e),children:[U(`h2`,{children:e.title}),U(`div`,{class:`what`,children:e.what}),e.children?.(Er(i?.violations??[])),i&&U(Zn,{refusal:i}),U(`div`,{class:`actions`,children:[U(`button`,{type:`button`,onClick:e.onClose,children:`Back`}),U(`button`,{type:`submit`,class:e.danger?`danger`:`primary`,disabled:n,children:n?`Working…`:e.action})]})]})})}function Or({label:e,hint:t,error:n,children:r}){let i=Ne(),a=[t&&`${i}-hint`,n&&`${i}-error`].filter(Boolean).join(` `);return U(`div`,{class:`field`,children:[U(`label`,{for:i,children:e}),x(r,{id:i,...a&&{"aria-describedby":a},...n&&{"aria-invalid":!0}}),t&&U(`p`,{class:`hint`,id:`${i}-hint`,children:t}),n&&U(`p`,{class:`error`,id:`${i}-error`,role:`alert`,children:n})]})}function kr(e){return U(`div`,{class:`scroll`,...!e.onOpen&&{tabIndex:0,role:`region`,"aria-label":e.caption},children:U(`table`,{class:e.dense?`dense`:void 0,children:[U(`caption`,{class:`hidden`,children:e.caption}),U(`thead`,{children:U(`tr`,{children:e.columns.map(t=>U(Ar,{column:t,sort:e.sort,onSort:e.onSort},t.key))})}),U(`tbody`,{onKeyDown:e.onOpen&&Nr,children:e.rows.map((t,n)=>U(jr,{row:t,first:n===0,props:e},e.rowKey(t)))})]})})}function Ar({column:e,sort:t,onSort:n}){let r=e.numeric?`number`:void 0;if(!e.sorts||!n)return U(`th`,{scope:`col`,class:r,children:e.title});let[i,a]=e.sorts,o=t===i?`ascending`:t===a?`descending`:`none`;return U(`th`,{scope:`col`,class:r,"aria-sort":o,children:U(`button`,{type:`button`,class:`sort`,onClick:()=>n(t===i?a:i),children:[e.title,` `,U(`span`,{"aria-hidden":`true`,children:o===`ascending`?`▲`:o===`descending`?`▼`:`↕`})]})})}function jr({row:e,first:t,props:n}){let{columns:r,onOpen:i}=n,a=n.current!==void 0&&n.current===n.rowKey(e);return U(`tr`,{...i&&{tabIndex:a||t&&n.current===void 0?0:-1,class:`opens`},"aria-current":a||void 0,onClick:t=>i&&!Mr(t)&&i(e),onKeyDown:t=>i&&t.key===`Enter`&&t.target===t.currentTarget&&i(e),children:r.map(t=>U(`td`,{class:t.numeric?`number`:void 0,children:t.cell(e)},t.key))})}function Mr(e){return!!e.target.closest(`a, button, input, select, label`)||String(getSelection())!==``}function Nr(e){let t=e.target.closest(`tr`),n=t?.parentElement?.children,r={ArrowDown:t?.nextElementSibling,ArrowUp:t?.previousElementSibling,Home:n?.[0],End:n?.[n.length-1]}[e.key];r instanceof HTMLElement&&(e.preventDefault(),r.focus())}var Pr={deficient:`✕`,unknown:`?`,waived:`~`,compliant:`✓`,notApplicable:`–`};function Fr({value:e}){return e?U(`span`,{class:`verdict ${e}`,title:H(St,e),children:[U(`span`,{"aria-hidden":`true`,children:Pr[e]}),` `,H(xt,e)]}):U(`span`,{class:`quiet`,children:`–`})}function Ir({text:e,tone:t}){return U(`span`,{class:`status ${t??``}`,children:e})}function Lr({value:e}){return e?U(`span`,{class:`money`,children:ft(e)}):U(`span`,{class:`quiet`,children:`–`})}function Rr({value:e,distance:t}){if(!e)return U(`span`,{class:`quiet`,children:`–`});let n=bt(e);return U(`time`,{class:`day`,dateTime:e.slice(0,10),title:n,children:[ht(e),t&&U(`span`,{class:`quiet`,children:[` `,n]})]})}function zr({value:e}){return e?U(`time`,{class:`day`,dateTime:e,title:`${new Date(e).toISOString()} (UTC)`,children:gt(e)}):U(`span`,{class:`quiet`,children:`–`})}function Y({to:e,children:t,...n}){return U(`a`,{href:e,...n,children:t})}function Br(e){let t=t=>{let n=e.choices.map(e=>e.value).filter(n=>e.chosen.includes(n)&&n!==t);e.onChange(e.chosen.includes(t)?n:e.single?[t]:[...n,t])};return U(`div`,{class:`chips`,role:`group`,"aria-label":e.label,children:e.choices.map(({value:n,label:r,title:i})=>U(`button`,{type:`button`,class:`chip`,"aria-pressed":e.chosen.includes(n),title:i,onClick:()=>t(n),children:r},n))})}function Vr({value:e,one:t,many:n=`${t}s`}){return U(`span`,{class:`total`,"data-total":e,"aria-live":`polite`,children:B(e,t,n)})}function Hr({what:e}){return U(`p`,{class:`loading`,role:`status`,children:e?`Reading ${e}…`:`Reading…`})}function Ur({children:e}){return U(`p`,{class:`empty`,children:e})}var X=class extends String{__apiType;value;__meta__;constructor(e,t){super(e),this.value=e,this.__meta__=t}toString(){return this.value}};new X(`
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
    createdAt
    assetType {
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
    createdAt
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
    `,{fragmentName:`TriedDemand`});var Wr={__meta__:{hash:`sha256:b43ed0944865d8fb66817bd22d10becc47500ab3137e5361c05f02678c71c2dd`}},Gr={__meta__:{hash:`sha256:ae528d34c3e722446c5c2ccb680427471614071bf3714f91f7b7fe6539c06566`}},Kr={__meta__:{hash:`sha256:92685b68e412dbb2cbc5ce273ea86ec8e05e19065869640e8c4da08db52dd2dd`}},qr={__meta__:{hash:`sha256:84524021cd85cab5bd04288bf4185d3b1b0cb52f239c7db1794ca7bd1f32b143`}},Jr={__meta__:{hash:`sha256:73dcdca8798553460df4409a936921e84685792a8f0182b0a7ce5c55b19a5087`}},Yr={__meta__:{hash:`sha256:d87f2498fe3992bed5bd7329e82ff833638fe7c2559b35154f37cbd2569fa889`}},Xr={__meta__:{hash:`sha256:2de6e4c3d7fc7a9cf34a149b767aaca72fd951fa5008a245ebbbdf65c45feef7`}},Zr={__meta__:{hash:`sha256:507cd98b6ce2d6779a0ca02d7715d84bc38f9891779bffdf0abfa53aed8ada4c`}},Qr={__meta__:{hash:`sha256:f8f4f6fbddc9528b68ff7d4115019e6ec4bab55cb73750f6d15ab7c27ea97b69`}},$r={__meta__:{hash:`sha256:a1349dab79c0e16697856ac83d1e9d4752cfa7debfb8c6f630756d55590f5a94`}},ei={__meta__:{hash:`sha256:53b753d229e19c7494cf9d6036081e1d953a3ab424da66f22badcf8eef45c09d`}},ti={__meta__:{hash:`sha256:5a7daad98249776dc854c7ef38a15aab05e7f6c148420923f27f3b50d24250f1`}},ni={__meta__:{hash:`sha256:c1787d81a77a96c555aa8f526e84263830c2040b5c5b0b2ac516d7ada699890f`}},ri={__meta__:{hash:`sha256:c7bc0a20bd41635946547f84e135b2bb182a421e11b604851708dd7a47d5e1e2`}},ii={__meta__:{hash:`sha256:a52fa39ff4c7273925ad02acdf736e487ac15f546dfdfe2faee17e5dc63cb8e7`}},ai={__meta__:{hash:`sha256:d48b835b722e9ede34996a965b24555285b9226f1aeb5ad467747c8504dffce0`}},oi={__meta__:{hash:`sha256:1532544467f249f99bda4df9a15a73243167ee1d652062dc659b4a97c40b44cf`}},si={__meta__:{hash:`sha256:e47d16a2bb2d9b756fb7985c8107cd11bb41af8305711de0d597d965dd7b4926`}},ci={__meta__:{hash:`sha256:5a84d690e95195707d90ee973f09655614b31a920f187c59a29ed5bf19a131f1`}},li={__meta__:{hash:`sha256:53940ffa55bcd42f1d5261a919ae9cde06cc907826ff9aae565ec1b42f9b45d6`}},ui={__meta__:{hash:`sha256:e93e0bdc9d06e0786454a0f1541b0c3c75d19385e3d8b4aabe543153d298de8a`}},di={__meta__:{hash:`sha256:4af242e3cc20b5db94d87b30a56c673ca2ba3396debbf14891f0be0fab147efa`}},fi={__meta__:{hash:`sha256:23c1df7f47fb2f905fd1a78ce68ecf3f6b93c6692455b9c957cbf8bbf1bb1c50`}},pi={__meta__:{hash:`sha256:5efaa47cefdb9cd16e33d63d29d5fec3f80b999f0e3e5112d4fff645db0adc02`}},mi={__meta__:{hash:`sha256:0f5b1d08eec52ec31d5dc4e738b8758567158a15553de317a2e705ef620e037d`}},hi={__meta__:{hash:`sha256:ba803613867f9bda7710b6abba3a7932f7d3773d24e3412d5210dc4f389d4f10`}},gi={__meta__:{hash:`sha256:88bb1c00e534465c6a79f12a0efee699ac8245cba340c37aaef0e81aa8892942`}},_i={__meta__:{hash:`sha256:e8bf524dba7601dde2a01c83c52d09b314a0838ed23d6980d961e7683c56b0f6`}},vi={__meta__:{hash:`sha256:6b3dad3c7291c90f2772cfd6816a1a4dd614f17275332bd15c4484366a8243fc`}},yi={__meta__:{hash:`sha256:58dff9ad4a7729ebe08d0bbac393f6405fcacfcc65fe17fef5ff88f49455fafc`}},bi={__meta__:{hash:`sha256:5134e43e84d45a1578ae2c1e3f60a0c90bfd48886306975d18cc5f3f5f3e6c11`}},xi={__meta__:{hash:`sha256:38e4066e30bb28de3d445c1e4dd8315cd6a5d55bbb03af5cd0fd6382d783c1d7`}},Si={__meta__:{hash:`sha256:f7d0add3d77407c8f5a4f0db2c639e9011d42fc1af0b4e02925356bb11aef64b`}},Ci={__meta__:{hash:`sha256:78accb0b3babc6b00160d791cf55dbbfaea12b760c1c63a795322505988f7514`}},wi={__meta__:{hash:`sha256:e234509edd69e468fbb7d1d154572cf35cce5ea1477c18b22714683e37328e34`}},Ti={__meta__:{hash:`sha256:3bcf273843d1d3ac570f3ef55495e46a31a84670543d1888c3b9c62d3e028529`}},Ei={__meta__:{hash:`sha256:6d92e4602608f5843ea111cab28ecff9d097ea06d0b53cd4a2f1f84e538bee5b`}},Di={__meta__:{hash:`sha256:6a880d53877d6915bdca497f856878e04ab8937195c9354de58ba927af6680c9`}},Oi={__meta__:{hash:`sha256:2599a804b4c694b98c1afed1167511bba987c2b73c2d58e17383177585a6e863`}},ki={__meta__:{hash:`sha256:5ea2ea09d1b4e72b1d94f3d04c180f03593ad02af9a00dcf910623ac3b9659a3`}},Ai={__meta__:{hash:`sha256:9ab78ba1381ece268258e1b5429bf64c3c45c166ddc712a5b8695a080f973144`}},ji={__meta__:{hash:`sha256:e1ca0d57f32e5049c320df78480569dab2024e03daee32773782b86b6d9949d5`}},Mi={__meta__:{hash:`sha256:c3a3d7ffc7a6ba9cc4625f99bc42f521300915944af60fd42b49ade90e5c2121`}},Ni={__meta__:{hash:`sha256:8caa0e87b66b437c14772c570a483a3c69550b0d640db5bf52c0c6df87bc050a`}},Pi={__meta__:{hash:`sha256:bb83ae159e03c05ce98fefe57fb5117cde3a3ac066a0daa342a5eb63cf470565`}},Fi={__meta__:{hash:`sha256:427339f0773db3d47a8121924ce4d3e1b495e6a53f629889ab94f1764b427d19`}},Ii={__meta__:{hash:`sha256:148762bfacb79ea3ed65aaeb2559840d513244867e7a7e339b6f51071fe51a88`}},Li={__meta__:{hash:`sha256:09e2cca41693ba8fc2ac2d0a9b964180610dfd8c68e34031552848b020192576`}},Ri={__meta__:{hash:`sha256:db0b1530d609a1620757c6b79528b278ec3e8aa2e4df0d675809efe9afdf9265`}},zi={__meta__:{hash:`sha256:d6d6ddd45568efad36a22646e7737ad765ad4baf88c6def4feec8a3fdb4223e9`}},Bi={__meta__:{hash:`sha256:1fc644db04efd610293586f14ec2e39d9c01baafb2ea21b0599df7b1ddb97121`}},Vi={__meta__:{hash:`sha256:ba0f5add073ea8ffa953438d3c1b3d1638794af2eb09a7b4cb9f3f9d51849904`}},Hi={__meta__:{hash:`sha256:8dd9851ad7f6b86d04d1b813fc95b18c5b21f074a854146cc77025b1ce94743d`}},Ui={__meta__:{hash:`sha256:c721c9cb141a7858af4cc5032691af6bb6a79153e18c5a5cc0ca37a29b4f0d48`}},Wi={__meta__:{hash:`sha256:e572c23d65235ae46bede5765fcfc3208b867f55f2ec1c844864ec277eddd933`}},Gi={__meta__:{hash:`sha256:108a0b5a8d1a6335c8aa589729772460d6b0b26d168dffd67b53c66770ec2e00`}},Ki={__meta__:{hash:`sha256:fde4e9a36c674c274fc1231b15c6e81d882c4f0fe554f6852172edec1a909ef9`}},qi={__meta__:{hash:`sha256:99c1fbdf7be66f2f945ac7cc116ac2636d9ea7b6973328da50b7bcd15cddb4b0`}},Ji={__meta__:{hash:`sha256:5b8d7a90d52c5b887b1153f35641da491216a7dcd6d982d217f12826867e47c9`}},Yi={__meta__:{hash:`sha256:8f21018d9984ce99349b6f4f75698128378f0081d7abdad41b8551c2bfd5e898`}},Xi={__meta__:{hash:`sha256:71e11f25c53f12edbd32fbeccd5500dec0d5a74f84d707e3c6f0f7d53966e62a`}},Zi={__meta__:{hash:`sha256:26757d67d430a3173c163a4970331492270e98dff8b4b4adaee8bb935ce76ae0`}},Qi={__meta__:{hash:`sha256:a8314ce0acce6415399576f37db5a150ef27d9d8a6e36428ba49a1f5c7d426c6`}},$i={__meta__:{hash:`sha256:4bc74b1b0032938beea1d411fbefac128bd0ea8bd6ab984f502507b52fcefe5c`}},ea={__meta__:{hash:`sha256:55e385215ffe74a1bb8a608c65162bb22e2857d46fb744a9a7d561f69c425604`}},ta={__meta__:{hash:`sha256:d278023497d8eddeb0d587dc867d780365a95bf8edb4ae01d00453a25fe67220`}},na={__meta__:{hash:`sha256:bda4bff42832444f58fc06f93e56b4f3fac00445741debeddb360304518da4f2`}},ra={__meta__:{hash:`sha256:e87303b2e792fa1c81e36c8083a489cf8cafa895ba540ec8855306aff7e59d3a`}},ia={__meta__:{hash:`sha256:fe2d725fc0fa035be9ac4123196ff5fc2f94384c46ca228b93e616f00102d233`}},aa={__meta__:{hash:`sha256:a71af30e1cf33fcca146a0a78e45852903a2d9ba8bba47de1fbbc913aec992cd`}},oa={__meta__:{hash:`sha256:7b99132f5e5c53f4f36a2983e423ab2d65866f05f2c72ca0a94105a2d8d930f9`}},sa={__meta__:{hash:`sha256:cbe5ae96c760002bcc87beee1d15cb7800922399635302fab1a1ceaf18ca3a6b`}},ca={__meta__:{hash:`sha256:3ef1d4ddf6de67a521ca4ea6eee681a8387149a51d63e37267b90d2c0b062347`}},la=Sn(null);async function ua(){la.value=(await hr(Wr,{})).portfolios}function da(e){return`${e.lenderName}, ${H(sn,e.mode)}`}var fa=Sn(null);function pa(){return fa.value?.staffRole===`OPERATOR`&&!fa.value.readOnly}async function ma(){let[e]=await Promise.all([hr(Gr,{}),ua()]);fa.value=e.viewer}async function ha(e){let t=await gr(`/console/session`,{method:`POST`,headers:pr({}),body:JSON.stringify(e)});if(!t.ok)throw await _a(t);await ma(),Jn.value=!1}async function ga(){let e=await gr(`/console/session`,{method:`DELETE`,headers:pr({})});if(!e.ok&&e.status!==401)throw await _a(e);fa.value=null}async function _a(e){let t=await e.json().catch(()=>({})),n=t.requestId??e.headers.get(`X-Request-Id`)??``,r=t.detail??t.title??`The server answered ${e.status}.`;return new fr(e.status,t.code??`unreadable`,r,n,t.errors??[])}function va(e){I(()=>{document.title=e?`${e} · covertrack`:`covertrack`},[e])}var ya=e=>`/docs/guide/${e}`;function ba({portfolio:e}){return U(`section`,{class:`card begin`,"aria-labelledby":`begin`,children:[U(`h2`,{id:`begin`,children:e?`${da(e)}: no cases yet`:`No cases yet`}),U(`p`,{children:`Cases and policies come in through the API; this page shows them as they come. To begin:`}),U(`ol`,{children:[U(`li`,{children:[U(`strong`,{children:`Get a token`}),` of this portfolio: `,U(`code`,{children:[`covertrack token create --org … --mode `,e?.mode??`test`]}),`.`]}),U(`li`,{children:[U(`strong`,{children:`Say what is required:`}),` publish a `,U(`a`,{href:ya(`compliance`),children:`risk profile`}),`. Without one a case has no verdict.`]}),U(`li`,{children:[U(`strong`,{children:`Add a case`}),` with its assets and policies by `,U(`a`,{href:ya(`rest`),children:`REST`}),`, or`,` `,U(`a`,{href:ya(`importing`),children:`import your book`}),`.`]})]}),U(`p`,{children:[`Concepts and all else are in the `,U(`a`,{href:`/docs/guide`,children:`guide`}),`.`,e?.mode===`live`&&` Try it in the test portfolio first: nothing there writes to a person.`]})]})}var xa=Object.keys(Ot).filter(e=>e!==`deactivated`),Sa=Object.keys(Et).filter(e=>e!==`DRAFT`&&e!==`closed`&&e!==`onHold`);function Z(e,t){let{verdict:n,code:r,coverageType:i,profile:a}=t;return q(e,`cases`,{verdict:n,code:r,coverageType:i,hasRiskProfile:a,statusWithoutHold:a===!1?void 0:Sa})}function Ca(e,{from:t,to:n}){return q(e,`policies`,{"endDate[gte]":t===void 0?void 0:V(t),"endDate[lt]":n===void 0?void 0:V(n),status:xa,sort:`endDate`})}function wa(e,{from:t,to:n},r){return q(e,`tasks`,{whose:`all`,type:r,state:Mt,"due[gte]":t===void 0?void 0:V(t),"due[lt]":n===void 0?void 0:V(n)})}function Ta(e){return q(e,`deliveries`,{tab:`notices`,state:`failed`})}function Ea({from:e,to:t}){return{...e!==void 0&&{gte:V(e)},...t!==void 0&&{lt:V(t)}}}function Da({values:e,to:t,of:n}){return e.length===0?U(`span`,{class:`quiet`,children:`$0`}):U(Y,{to:t,class:`count`,"aria-label":`Loans of ${n}: ${e.map(ft).join(` and `)}`,children:U(Oa,{values:e})})}function Oa({values:e}){return e.length===0?U(C,{children:`$0`}):U(C,{children:e.map((e,t)=>U(`span`,{class:`nowrap`,children:[t>0&&` + `,U(Lr,{value:e})]},e.currency))})}function Q({value:e,to:t,of:n}){return e===0?U(`span`,{class:`quiet`,children:`0`}):U(Y,{to:t,class:`count`,"aria-label":`${n}: ${mt(e)}`,children:mt(e)})}function ka({part:e,whole:t,tone:n}){return U(`span`,{class:`share`,"aria-hidden":`true`,children:U(`span`,{class:n,style:{width:`${t>0?100*e/t:0}%`}})})}function Aa(e){let{data:t,error:n,reload:r}=e.query;return U(`section`,{class:`card at-${e.area}`,"aria-label":e.title,children:[U(`header`,{children:[U(`h2`,{children:e.title}),e.aside]}),t===void 0&&!n&&U(Hr,{what:e.what}),t===void 0&&n&&U(Zn,{refusal:n,retry:()=>void r()}),t!==void 0&&e.children(t)]})}var ja=e=>`${ht(e.from)} to ${ht(e.last)}`;function Ma({weeks:e}){let t=L(null),[n,r]=F();return I(()=>{let n,i=!1;return z(async()=>{let{draw:e}=await import(`./bars-DsRBFssL.js`);return{draw:e}},[]).then(({draw:a})=>{!i&&t.current&&(n=a(t.current,e,{point:r,open:e=>nr(e.to)}))}),()=>{i=!0,n?.()}},[JSON.stringify(e)]),U(C,{children:[U(`div`,{class:`bars`,ref:t,"aria-hidden":`true`}),U(`p`,{class:`quiet pointed`,"aria-hidden":`true`,children:n?`${ja(n)}: ${B(n.total,`policy ends`,`policies end`)}`:`A bar a week, from today on`}),U(`details`,{children:[U(`summary`,{children:`The weeks as a table`}),U(`div`,{class:`scroll`,children:U(`table`,{class:`dense`,children:[U(`thead`,{children:U(`tr`,{children:[U(`th`,{scope:`col`,children:`Week`}),U(`th`,{scope:`col`,class:`number`,children:`Policies that end`})]})}),U(`tbody`,{children:e.map(e=>U(`tr`,{children:[U(`th`,{scope:`row`,children:ja(e)}),U(`td`,{class:`number`,children:U(Q,{value:e.total,to:e.to,of:`policies that end from ${ja(e)}`})})]},e.from))})]})})]})]})}var Na=xa,Pa=13;function Fa(){return xr(qr,{status:Na,d0:V(),d15:V(15),d30:V(30),d60:V(60),d90:V(90)})}function Ia(){let e=Array.from({length:14},(e,t)=>[`d${t}`,V(7*t)]);return xr(Jr,{status:Na,...Object.fromEntries(e)})}function La({portfolio:e,ending:t,weekly:n}){return U(Aa,{title:`Policies that end next`,area:`ending`,what:`what ends next`,query:t,children:t=>U(C,{children:[U(Ra,{portfolio:e,data:t}),n.data&&U(Ma,{weeks:za(e,n.data)})]})})}function Ra({portfolio:e,data:t}){return U(`ul`,{class:`tiles`,children:[[{days:15,total:t.in15.pageInfo.total},{days:30,total:t.in30.pageInfo.total},{days:60,total:t.in60.pageInfo.total},{days:90,total:t.in90.pageInfo.total}].map(({days:t,total:n})=>U(`li`,{children:[U(Q,{value:n,to:Ca(e,{from:0,to:t}),of:`policies that end within ${t} days`}),U(`span`,{class:`quiet`,children:[`within `,t,` days`]})]},t)),U(`li`,{class:`over`,children:[U(Q,{value:t.ended.pageInfo.total,to:Ca(e,{to:0}),of:`policies that ended, non-renewed`}),U(`span`,{class:`quiet`,children:`ended, non-renewed`})]})]})}function za(e,t){return Array.from({length:Pa},(n,r)=>{let i={from:7*r,to:7*r+7},a=t[`w${r}`].pageInfo.total;return{from:V(i.from),last:V(i.to-1),total:a,to:Ca(e,i)}})}function Ba({portfolio:e,ending:t}){return U(Aa,{title:`First to end`,area:`next`,what:`what ends first`,query:t,aside:U(Y,{to:Ca(e,{from:0}),children:`All, by end date`}),children:({next:t})=>t.nodes.length===0?U(Ur,{children:`No policy ends from today on.`}):U(Va,{portfolio:e,policies:t.nodes})})}function Va({portfolio:e,policies:t}){return U(`div`,{class:`scroll`,children:U(`table`,{class:`dense`,children:[U(`thead`,{children:U(`tr`,{children:[U(`th`,{scope:`col`,children:`Ends`}),U(`th`,{scope:`col`,children:`Policy`}),U(`th`,{scope:`col`,children:`Case`}),U(`th`,{scope:`col`,class:`number`,children:`Loan`})]})}),U(`tbody`,{children:t.map(t=>U(`tr`,{children:[U(`td`,{children:U(Rr,{value:t.endDate})}),U(`td`,{children:U(Y,{to:q(e,`policies`,t.id),title:`${t.policyNumber??`No number`}, ends ${ht(t.endDate)}`,children:t.displayName})}),U(`td`,{class:`nowrap`,children:U(Y,{to:q(e,`cases`,t.case.id),children:t.case.displayName})}),U(`td`,{class:`number`,children:U(Lr,{value:t.case.loanAmount})})]},t.id))})]})})}function Ha({portfolio:e,query:t}){let n=t.data?.renewalNotices.pageInfo.total??0;return U(Aa,{title:`Failed notices`,area:`failed`,what:`failed notices`,query:t,aside:n>0&&U(`span`,{class:`bad`,children:U(Q,{value:n,to:Ta(e),of:`failed notices`})}),children:({renewalNotices:t})=>t.nodes.length===0?U(Ur,{children:`Every notice reached somebody.`}):U(Ua,{portfolio:e,notices:t.nodes})})}function Ua({portfolio:e,notices:t}){return U(`ul`,{class:`lines`,children:t.map(t=>U(`li`,{children:[H(Nt,t.step),` `,t.policy&&U(C,{children:[`for `,U(Y,{to:q(e,`policies`,t.policy.id),children:t.policy.displayName}),` `]}),`of`,` `,U(Y,{to:q(e,`cases`,t.case.id),children:t.case.displayName}),U(`span`,{class:`quiet`,children:[t.skipReason&&`: ${t.skipReason}`,` `,U(zr,{value:t.settledAt})]})]},t.id))})}function Wa(e){let[t=`0`,n=``]=e.split(`.`);return{digits:BigInt(t+n),places:n.length}}function Ga(e,t){let n=Wa(e),r=Wa(t),i=Math.max(n.places,r.places),a=({digits:e,places:t})=>e*10n**BigInt(i-t),o=a(n)+a(r),s=(o<0n?-o:o).toString().padStart(i+1,`0`),c=o<0n?`-`:``;return i===0?c+s:`${c}${s.slice(0,-i)}.${s.slice(-i)}`}function Ka(e){let t=new Map;for(let{amount:n,currency:r}of e)t.set(r,Ga(t.get(r)??`0`,n));return[...t].map(([e,t])=>({amount:t,currency:e})).sort(qa)}function qa(e,t){return e.currency===`USD`==(t.currency===`USD`)?e.currency<t.currency?-1:1:e.currency===`USD`?-1:1}function $(e){return Number(e.find(({currency:e})=>e===`USD`)?.amount??0)}var Ja=8;function Ya({portfolio:e,query:t}){return U(Aa,{title:`Deficient by reason`,area:`reasons`,what:`the reasons`,query:t,children:({complianceSummary:t})=>U(Qa,{caption:`Reason`,reasons:t.byCode.flatMap(({code:t,byVerdict:n})=>Za(n,H(wt,t),Z(e,{verdict:`deficient`,code:t})))})})}function Xa({portfolio:e,query:t}){return U(Aa,{title:`Deficient by coverage`,area:`coverages`,what:`the coverages`,query:t,children:({complianceSummary:t})=>U(Qa,{caption:`Coverage`,reasons:t.byCoverageType.flatMap(({coverageTypeId:t,coverageType:n,byVerdict:r})=>Za(r,n.name,Z(e,{verdict:`deficient`,coverageType:t})))})})}function Za(e,t,n){return e.filter(({verdict:e})=>e===`deficient`).map(({cases:e,loanAmounts:r})=>({name:t,to:n,cases:e,loanAmounts:r}))}function Qa({caption:e,reasons:t}){if(t.length===0)return U(Ur,{children:`No case is deficient.`});let n=t.toSorted((e,t)=>$(t.loanAmounts)-$(e.loanAmounts)||t.cases-e.cases),r=n.slice(Ja);return U(C,{children:[U($a,{caption:e,reasons:n.slice(0,Ja),largest:$(n[0].loanAmounts)}),r.length>0&&U(`details`,{children:[U(`summary`,{children:`${r.length} more`}),U($a,{caption:e,reasons:r,largest:$(n[0].loanAmounts)})]})]})}function $a({caption:e,reasons:t,largest:n}){return U(`div`,{class:`scroll`,children:U(`table`,{class:`dense`,children:[U(`thead`,{children:U(`tr`,{children:[U(`th`,{scope:`col`,children:e}),U(`th`,{scope:`col`,class:`number`,children:`Cases`}),U(`th`,{scope:`col`,class:`number`,children:`Loans`}),U(`th`,{scope:`col`,class:`wide`,children:U(`span`,{class:`hidden`,children:`Size`})})]})}),U(`tbody`,{children:t.map(({name:e,to:t,cases:r,loanAmounts:i})=>U(`tr`,{children:[U(`th`,{scope:`row`,children:e}),U(`td`,{class:`number`,children:U(Q,{value:r,to:t,of:`deficient cases: ${e}`})}),U(`td`,{class:`number`,children:U(Da,{values:i,to:t,of:`deficient cases: ${e}`})}),U(`td`,{class:`wide`,children:U(ka,{part:$(i),whole:n,tone:`deficient`})})]},e))})]})})}var eo=[{title:`Over 30 days late`,span:{to:-30}},{title:`1 to 30 days late`,span:{from:-30,to:0}},{title:`Due in 7 days`,span:{from:0,to:7}},{title:`All open`,span:{}}],to=Object.keys(At),no=[...Mt];function ro(){return{late:xr(Yr,{state:no,a:Ea(eo[0].span),b:Ea(eo[1].span)}),open:xr(Yr,{state:no,a:Ea(eo[2].span),b:Ea(eo[3].span)})}}function io({portfolio:e,queries:t}){return U(Aa,{title:`Open tasks`,area:`tasks`,what:`the tasks`,query:t.open,aside:U(Y,{to:wa(e,{}),children:`All open tasks`}),children:n=>U(ao,{portfolio:e,late:t.late.data,open:n})})}function ao({portfolio:e,late:t,open:n}){let r=to.map(e=>({type:e,totals:[t?.[`a_${e}`],t?.[`b_${e}`],n[`a_${e}`],n[`b_${e}`]].map(e=>e?.pageInfo.total??0)})).filter(({totals:e})=>e.some(e=>e>0));if(r.length===0)return U(Ur,{children:`No task is open.`});let i=eo.map((e,t)=>r.reduce((e,{totals:n})=>e+n[t],0));return U(`div`,{class:`scroll`,children:U(`table`,{class:`dense`,children:[U(`thead`,{children:U(`tr`,{children:[U(`th`,{scope:`col`,children:`Task`}),eo.map(({title:e})=>U(`th`,{scope:`col`,class:`number`,children:e},e))]})}),U(`tbody`,{children:[r.map(({type:t,totals:n})=>U(oo,{portfolio:e,name:At[t],type:t,totals:n},t)),U(oo,{portfolio:e,name:`All types`,totals:i})]})]})})}function oo({portfolio:e,name:t,type:n,totals:r}){return U(`tr`,{class:n?void 0:`sum`,children:[U(`th`,{scope:`row`,children:t}),eo.map(({title:i,span:a},o)=>U(`td`,{class:`number`,children:U(Q,{value:r[o],to:wa(e,a,n),of:`tasks: ${t}, ${i.toLowerCase()}`})},i))]})}function so({portfolio:e,query:t}){return U(Aa,{title:`Not in compliance`,area:`uninsured`,what:`the verdicts`,query:t,children:({complianceSummary:t,withoutProfile:n,all:r})=>U(C,{children:[U(co,{portfolio:e,summary:t,notJudged:r.pageInfo.total-t.cases}),U(lo,{portfolio:e,summary:t,withoutProfile:n.pageInfo.total})]})})}function co({portfolio:e,summary:t,notJudged:n}){let r=n>0?` ${B(n,`case is`,`cases are`)} not judged.`:``,i=t.byVerdict.find(({verdict:e})=>e===`deficient`);if(!i||i.cases===0)return U(`p`,{class:`lead`,children:[U(`span`,{class:`huge good`,children:`$0`}),` No case is deficient.`,r]});let a=Z(e,{verdict:`deficient`}),o=Math.round(100*$(i.loanAmounts)/$(t.loanAmounts));return U(`p`,{class:`lead`,children:[U(Y,{to:a,class:`huge bad`,"aria-label":`Loans of ${B(i.cases,`deficient case`)}`,children:U(Oa,{values:i.loanAmounts})}),U(`span`,{children:[`in `,U(Y,{to:a,children:B(i.cases,`case`)}),` of `,U(Y,{to:Z(e,{profile:!0}),children:mt(t.cases)}),Number.isFinite(o)&&`, ${o}% of the loans judged`,`.`,r]})]})}function lo({portfolio:e,summary:t,withoutProfile:n}){let r=$(t.loanAmounts),i=Ct.flatMap(e=>t.byVerdict.find(t=>t.verdict===e)??[]);return U(`div`,{class:`scroll`,children:U(`table`,{class:`dense`,children:[U(`caption`,{class:`hidden`,children:`Cases and their loans by verdict`}),U(`thead`,{children:U(`tr`,{children:[U(`th`,{scope:`col`,children:`Verdict`}),U(`th`,{scope:`col`,class:`number`,children:`Cases`}),U(`th`,{scope:`col`,class:`number`,children:`Loans`}),U(`th`,{scope:`col`,class:`wide`,children:`Share`})]})}),U(`tbody`,{children:[i.map(t=>U(uo,{portfolio:e,share:t,all:r},t.verdict)),U(`tr`,{children:[U(`th`,{scope:`row`,children:`No risk profile`}),U(`td`,{class:`number`,children:U(Q,{value:n,to:Z(e,{profile:!1}),of:`cases without a risk profile`})}),U(`td`,{class:`number quiet`,children:`–`}),U(`td`,{class:`wide`})]})]})]})})}function uo({portfolio:e,share:t,all:n}){let r=Z(e,{verdict:t.verdict,...t.verdict===`notApplicable`&&{profile:!0}}),i=`cases, ${H(xt,t.verdict).toLowerCase()}`;return U(`tr`,{children:[U(`th`,{scope:`row`,children:U(Fr,{value:t.verdict})}),U(`td`,{class:`number`,children:U(Q,{value:t.cases,to:r,of:i})}),U(`td`,{class:`number`,children:U(Da,{values:t.loanAmounts,to:r,of:i})}),U(`td`,{class:`wide`,children:U(ka,{part:$(t.loanAmounts),whole:n,tone:t.verdict})})]})}function fo(){let e=ur(),t=la.value?.find(t=>t.id===e),n=t?da(t):`Board`;va(n);let r=xr(Kr,{}),i=Fa(),a=Ia(),o=ro(),s=xr(Xr,{}),c=r.data?.all.pageInfo.total===0;return U(C,{children:[U(`div`,{class:`head`,children:[U(`h1`,{children:n}),U(Yn,{query:po([r,i,a,o.late,o.open,s])})]}),c&&U(ba,{portfolio:t}),U(`div`,{class:`board`,hidden:c,children:[U(so,{portfolio:e,query:r}),U(Ya,{portfolio:e,query:r}),U(Xa,{portfolio:e,query:r}),U(`div`,{class:`stack at-left`,children:[U(La,{portfolio:e,ending:i,weekly:a}),U(io,{portfolio:e,queries:o})]}),U(`div`,{class:`stack at-right`,children:[U(Ba,{portfolio:e,ending:i}),U(Ha,{portfolio:e,query:s})]})]})]})}function po(e){let t=e.filter(({data:e})=>e!==void 0).toSorted((e,t)=>e.since.getTime()-t.since.getTime())[0],n=e.find(({stale:e})=>e)??t??e[0],r=async()=>void await Promise.all(e.map(e=>e.reload()));return{...n,since:t?.since??n.since,loading:e.some(({loading:e})=>e),reload:r}}var mo=3,ho=5;async function go(e,t,n=0){let r={status:xa,state:[...Mt],today:V(),d0:V(),d30:V(30)};try{return await hr(Zr,r,{portfolio:e,signal:t})}catch(r){let i=J(r).retryAfter;if(t.aborted||!i||n>=ho)throw r;return await new Promise(e=>setTimeout(e,1e3*i)),go(e,t,n+1)}}function _o(e){let t=Hn(e.map(e=>({portfolio:e}))),n=Hn([]),r=Hn(0),i=Un(()=>n.value.length+r.value),a=Hn(new AbortController),o=e=>{t.value=t.value.map(t=>t.portfolio.id===e.portfolio.id?{...e.error&&t,...e}:t)};async function s(){let[e,...t]=n.value;if(e&&!a.value.signal.aborted){n.value=t,r.value++;try{o({portfolio:e,data:await go(e.id,a.value.signal),since:new Date})}catch(t){o({portfolio:e,error:J(t)})}r.value--,await s()}}async function c(e=()=>!0){let i=t.value.filter(e).map(({portfolio:e})=>e);n.value=[...new Set([...n.value,...i])],await Promise.all(Array.from({length:mo-r.value},s))}return I(()=>(c(),()=>a.value.abort()),[]),vo(t,i,c),{rows:t,left:i,reload:c}}function vo(e,t,n){let r=e=>wr(e.error)!==void 0,i=t.value>0?void 0:wr(e.value.find(r)?.error);I(()=>{if(i===void 0)return;let e=setTimeout(()=>void n(r),i);return()=>clearTimeout(e)},[i,t.value])}function yo({rows:e,retry:t}){return U(`div`,{class:`scroll`,children:U(`table`,{class:`dense`,children:[U(`thead`,{children:U(`tr`,{children:[U(`th`,{scope:`col`,children:`Lender`}),U(`th`,{scope:`col`,class:`number`,children:`Not in compliance`}),U(`th`,{scope:`col`,class:`number`,children:`Deficient cases`}),U(`th`,{scope:`col`,class:`number`,children:`Outstanding`}),U(`th`,{scope:`col`,class:`number`,children:`Cases checked`}),U(`th`,{scope:`col`,class:`number`,children:`Policies ending in 30 days`}),U(`th`,{scope:`col`,class:`number`,children:`Late tasks`}),U(`th`,{scope:`col`,class:`number`,children:`Open tasks`}),U(`th`,{scope:`col`,class:`number`,children:`Failed notices`})]})}),U(`tbody`,{children:e.map(e=>U(`tr`,{children:[U(`th`,{scope:`row`,children:U(Y,{to:q(e.portfolio.id),children:e.portfolio.lenderName})}),U(bo,{row:e,retry:()=>t(e)})]},e.portfolio.id))})]})})}function bo({row:e,retry:t}){return!e.data&&e.error?U(`td`,{colSpan:8,children:[U(`span`,{class:`bad`,role:`alert`,children:e.error.message}),` `,U(`button`,{type:`button`,class:`link`,onClick:t,children:`Try again`})]}):e.data?U(xo,{id:e.portfolio.id,data:e.data}):U(`td`,{colSpan:8,class:`quiet`,children:`Waiting…`})}function xo({id:e,data:t}){let{complianceSummary:n,ending:r,late:i,open:a,failed:o}=t,s=e=>n.byVerdict.find(t=>t.verdict===e),c=[[s(`deficient`)?.cases??0,Z(e,{verdict:`deficient`}),`deficient cases`],[s(`unknown`)?.cases??0,Z(e,{verdict:`unknown`}),`cases outstanding`],[n.cases,Z(e,{profile:!0}),`cases checked`],[r.pageInfo.total,Ca(e,{from:0,to:30}),`policies that end within 30 days`],[i.pageInfo.total,wa(e,{to:0}),`late tasks`],[a.pageInfo.total,wa(e,{}),`open tasks`],[o.pageInfo.total,Ta(e),`failed notices`]];return U(C,{children:[U(`td`,{class:`number`,children:U(Da,{values:s(`deficient`)?.loanAmounts??[],to:Z(e,{verdict:`deficient`}),of:`deficient cases`})}),c.map(([e,t,n])=>U(`td`,{class:`number`,children:U(Q,{value:e,to:t,of:n})},n))]})}var So=[[`live`,`Live portfolios`],[`test`,`Test portfolios`]];function Co(){va(`All portfolios`);let e=la.value??[],t=_o(e),n=t.rows.value;return U(C,{children:[U(`div`,{class:`head`,children:[U(`h1`,{children:`All portfolios`}),U(wo,{left:t.left.value,all:e.length}),U(Yn,{query:Oo(t)})]}),e.length===0&&U(Ur,{children:[`There is no portfolio yet. `,U(`code`,{children:`covertrack org create`}),` makes an organization with a live and a test portfolio.`]}),U(`div`,{class:`stack`,children:So.map(([e,r])=>U(To,{title:r,rows:n.filter(({portfolio:t})=>t.mode===e),retry:e=>void t.reload(t=>t.portfolio.id===e.portfolio.id)},e))})]})}function wo({left:e,all:t}){return e===0?null:U(`p`,{class:`loading`,role:`status`,children:[`Reading `,mt(t-e),` of `,mt(t),`… `,U(`progress`,{value:t-e,max:t,"aria-hidden":`true`})]})}function To({title:e,rows:t,retry:n}){if(t.length===0)return null;let r=t.flatMap(({data:e})=>e??[]),i=r.flatMap(({complianceSummary:e})=>e.byVerdict.filter(({verdict:e})=>e===`deficient`)),a=Ka(i.flatMap(({loanAmounts:e})=>e)),o=i.reduce((e,t)=>e+t.cases,0),s=Ka(r.flatMap(({complianceSummary:e})=>e.loanAmounts));return U(`section`,{class:`card`,"aria-label":e,children:[U(`h2`,{children:e}),r.length>0&&U(`p`,{class:`lead`,children:[U(`span`,{class:`huge ${o>0?`bad`:`good`}`,children:U(Oa,{values:a})}),U(`span`,{children:[`not in compliance, in `,U(`strong`,{children:B(o,`case`)}),`, of `,U(Oa,{values:s}),r.length<t.length&&`: ${r.length} of ${B(t.length,`portfolio`)} read`]})]}),U(yo,{rows:t.toSorted(Do),retry:n})]})}function Eo(e){return e.data?.complianceSummary.byVerdict.find(({verdict:e})=>e===`deficient`)}function Do(e,t){let n=e=>e.data?$(Eo(e)?.loanAmounts??[]):-1;return n(t)-n(e)||e.portfolio.lenderName.localeCompare(t.portfolio.lenderName)}function Oo({rows:e,left:t,reload:n}){let r=e.value.flatMap(({since:e})=>e??[]).sort((e,t)=>e.getTime()-t.getTime()),i=e.value.find(({data:e,error:t})=>e&&t);return{data:r[0],since:r[0]??new Date,loading:t.value>0,stale:i!==void 0,reload:()=>n(),...i?.error&&{error:i.error}}}async function ko(){let[,e]=/^#link=(.+)$/.exec(location.hash)??[];if(e){history.replaceState(null,``,location.pathname+location.search);try{await ha({link:decodeURIComponent(e)});return}catch(e){return J(e)}}}function Ao({refusal:e}){return va(`Sign in`),U(`main`,{class:`signin`,children:[U(`h1`,{children:`covertrack`}),e&&U(`p`,{class:`problem`,children:`This link cannot be used any more. Links are valid for two minutes, and once. Sign in with a token.`}),U(No,{})]})}function jo(){let e=L(null);return I(()=>e.current?.showModal(),[]),U(`dialog`,{ref:e,"aria-label":`Sign in again`,onCancel:e=>e.preventDefault(),children:[U(`h2`,{children:`Your session has ended`}),U(`p`,{children:`Sign in again to go on. What you typed is still there.`}),U(No,{})]})}var Mo={401:`This token is not valid: it may be mistyped, expired or revoked, or not for use from here.`,403:`This token opens no console. Use a token of the operator’s staff.`,429:`Too many tries. Wait a minute, then try again.`};function No(){let[e,t]=F(``),[n,r]=F(!1),[i,a]=F(),o=L(null);I(()=>o.current?.focus(),[]);async function s(t){t.preventDefault(),r(!0),a(void 0);try{await ha({token:e.trim()})}catch(e){let t=J(e);a(Mo[t.status]??t.message),r(!1)}}return U(`form`,{onSubmit:e=>void s(e),children:[U(Or,{label:`Staff token`,hint:`It is sent once, and not kept in the browser.`,error:i,children:U(`input`,{ref:o,type:`password`,autocomplete:`off`,spellcheck:!1,required:!0,value:e,onInput:e=>t(e.currentTarget.value)})}),U(`button`,{type:`submit`,class:`primary`,disabled:n,children:n?`Signing in…`:`Sign in`})]})}var Po=/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi,Fo=/^([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/i,Io=/request[-_]?id["']?\s*[:=]\s*["']?([\w.-]{1,128})/i,Lo=/^(?:loan|policy|case)(?:\s*(?:number|no\.?|#))?\s*[:=#]\s*/i,Ro=[[/(?:live|test|staff)_[0-9a-z]{20}/i,`the text of a token`],[/whsec_\S/i,`the secret of a webhook endpoint`],[/\/evidence\/(?!form\/|files\/)[\w-]{20}/i,`the address of an evidence page`],[/\/console\/?#link=/i,`a link that signs in`]];function zo(e){let t=e.replace(/[\u200b\ufeff]/g,``).trim();if(t===``)return{kind:`nothing`};let n=Ro.find(([e])=>e.test(t));if(n)return{kind:`secret`,what:n[1]};let r=Io.exec(t)?.[1]??t,i=Vo(r);if(i)return{kind:`id`,id:i};let a=r.replace(Lo,``).replace(/^["'`](.*?)["'`],?$/,`$1`).trim();return{kind:`text`,text:a,mayBeRequest:/^[\w.-]{1,128}$/.test(a)}}function Bo(e){let t=zo(e);return t.kind===`secret`?{secret:t.what}:t.kind===`nothing`?void 0:{q:t.kind===`id`?t.id:t.text}}function Vo(e){let t=(/^https?:\/\//i.test(e)?e.split(/[?#]/,1)[0]:e).match(Po)??e.match(Po)??Fo.exec(e)?.slice(1);if(t)return(t.length===5&&t[0].length===8?t.join(`-`):t[t.length-1]).toLowerCase()}function Ho(e,t,n){let r=e.getTime()+36e5,i=e=>new Date(r-e*31*864e5).toISOString();return Array.from({length:n},(e,n)=>({from:i(t+n+1),to:i(t+n)}))}var Uo=[[``,`Board`],[`cases`,`Cases`],[`policies`,`Policies`],[`tasks`,`Tasks`],[`waivers`,`Exceptions`],[`profiles`,`Profiles`],[`deliveries`,`Deliveries`]];function Wo({children:e}){let{path:t,route:n,url:r}=tt(),i=L(null),a=L(!0);return tr(n),Ae(ir,[r]),I(Go,[]),I(()=>{a.current||i.current?.focus({preventScroll:!0}),a.current=!1},[t]),U(C,{children:[U(`a`,{class:`skip`,href:`#main`,children:`Skip to the page`}),U(`header`,{class:`top`,children:[U(Y,{to:q(),class:`brand`,children:`covertrack`}),U(qo,{}),U(Jo,{path:t}),U(Yo,{}),U(Xo,{})]}),!qn.value&&U(`p`,{class:`offline`,role:`alert`,children:`The connection is lost. What is shown may be out of date; the page reconnects automatically.`}),U(`main`,{id:`main`,tabIndex:-1,ref:i,children:e})]})}function Go(){let e=e=>{if(!Ko(e)||document.querySelector(`dialog[open]`))return;e.preventDefault();let t=document.querySelector(`main .seek`)??document.querySelector(`.lookup input`);t?.focus(),t?.select()};return document.addEventListener(`keydown`,e),()=>document.removeEventListener(`keydown`,e)}function Ko(e){if(e.key.toLowerCase()===`k`)return(e.ctrlKey||e.metaKey)&&!e.altKey&&!e.shiftKey;let t=e.target.closest(`input, select, textarea`)!==null;return e.key===`/`&&!t&&!e.ctrlKey&&!e.metaKey&&!e.altKey}function qo(){let e=ur(),{path:t}=tt(),n=Uo.find(([e])=>e&&t.split(`/`)[3]===e)?.[0],r=e=>nr(e?n?q(e,n):q(e):q());return U(`select`,{"aria-label":`Portfolio`,value:e??``,onChange:e=>r(e.currentTarget.value),children:[U(`option`,{value:``,children:`All portfolios`}),la.value?.map(e=>U(`option`,{value:e.id,children:da(e)},e.id))]})}function Jo({path:e}){let t=ur();if(!t)return U(`nav`,{"aria-label":`Screens`});let n=e.split(`/`)[3]??``;return U(`nav`,{"aria-label":`Screens`,children:Uo.map(([e,r])=>U(`a`,{href:e?q(t,e):q(t),"aria-current":e===n?`page`:void 0,children:r},e))})}function Yo(){let e=L(null);return U(`form`,{role:`search`,class:`lookup`,onSubmit:t=>{t.preventDefault();let n=Bo(e.current.value);n&&(e.current.value=``,nr(q(`look-up`,n)))},children:U(`input`,{ref:e,type:`search`,name:`q`,"aria-label":`Look up any id or loan number`,"aria-keyshortcuts":`/ Control+K`,placeholder:`Look up an id or loan number`,title:`Press / or Ctrl-K`})})}function Xo(){let{name:e,staffRole:t,readOnly:n}=fa.value,r=t===`OPERATOR`&&!n?`may write`:`reads only`;return U(`div`,{class:`person`,children:[U(`span`,{title:`Signed in as ${e}, who ${r}`,children:[e,` `,U(`span`,{class:`quiet`,children:r})]}),U(`button`,{type:`button`,onClick:()=>void ga(),children:`Sign out`})]})}function Zo(){return va(`No such page`),U(Ur,{children:[`There is no such page. `,U(Y,{to:q(),children:`Open the board`})]})}var Qo=[[`/console`,Co],[`/console/look-up`,R(()=>z(()=>import(`./lookup-CUwA7lto.js`).then(e=>e.LookUp),__vite__mapDeps([0,1,2])))],[`/console/:portfolio`,fo],[`/console/:portfolio/cases`,R(()=>z(()=>import(`./cases-Dpxy8BQB.js`).then(e=>e.Cases),__vite__mapDeps([3,4,2,5])))],[`/console/:portfolio/cases/:id`,R(()=>z(()=>import(`./case-h7O8AOlm.js`).then(e=>e.CaseScreen),__vite__mapDeps([6,7,8,9,10])))],[`/console/:portfolio/policies`,R(()=>z(()=>import(`./policies-CFh50P9W.js`).then(e=>e.Policies),__vite__mapDeps([11,4,2,5])))],[`/console/:portfolio/policies/:id`,R(()=>z(()=>import(`./policy-XZ52QYu5.js`).then(e=>e.PolicyScreen),__vite__mapDeps([12,7,10,13,14])))],[`/console/:portfolio/tasks`,R(()=>z(()=>import(`./tasks-C3LqAhz3.js`).then(e=>e.Tasks),__vite__mapDeps([15,16,1,9,10,14])))],[`/console/:portfolio/waivers`,R(()=>z(()=>import(`./waivers-tRl1g6rm.js`).then(e=>e.Waivers),__vite__mapDeps([17,4,2,5,8,9])))],[`/console/:portfolio/profiles`,R(()=>z(()=>import(`./profiles-Bzk6d0Hc.js`).then(e=>e.Profiles),__vite__mapDeps([18,5])))],[`/console/:portfolio/profiles/:id`,R(()=>z(()=>import(`./profile-BUPZHYWJ.js`).then(e=>e.ProfileScreen),__vite__mapDeps([19,18,5])))],[`/console/:portfolio/deliveries`,R(()=>z(()=>import(`./deliveries-B6O0Pgme.js`).then(e=>e.Deliveries),__vite__mapDeps([20,16,13])))]];function $o(){let e=ns();return e.refusal&&e.refusal.status!==401?U(Zn,{refusal:e.refusal,retry:e.again}):e.loading?U(Hr,{}):fa.value?U(qe,{scope:`/console`,children:[U(Wo,{children:U(at,{children:U(Ye,{children:[Qo.map(([e,t])=>U(et,{path:e,component:ts(t)},e)),U(et,{default:!0,component:Zo})]})})}),Jn.value&&U(jo,{})]}):U(Ao,{...e.linkRefusal&&{refusal:e.linkRefusal}})}var es=new Map;function ts(e){return es.has(e)||es.set(e,({params:t})=>U(e,{},Object.values(t??{}).join(`/`))),es.get(e)}function ns(){let[e,t]=F({loading:!0});async function n(){t({loading:!0});let e=await ko();try{await ma(),Jn.value=!1,t({loading:!1})}catch(n){Jn.value=!1,t({loading:!1,refusal:J(n),...e&&{linkRefusal:e}})}}return I(()=>void n(),[]),{...e,again:()=>void n()}}pe(U($o,{}),document.getElementById(`app`));export{pi as $,I as $n,U as $t,li as A,jt as An,Pr as At,Di as B,H as Bn,mr as Bt,ki as C,Pt as Cn,Y as Ct,Mi as D,Ot as Dn,zr as Dt,Zi as E,en as En,Ir as Et,Ri as F,xt as Fn,wr as Ft,Hi as G,bt as Gn,or as Gt,Wi as H,B as Hn,nr as Ht,Fi as I,Ct as In,xr as It,Xi as J,ft as Jn,lr as Jt,Ji as K,yt as Kn,ur as Kt,sa as L,Ht as Ln,Tr as Lt,zi as M,on as Mn,Or as Mt,Li as N,Zt as Nn,Dr as Nt,na as O,It as On,Vr as Ot,Pi as P,St as Pn,J as Pt,ta as Q,nt as Qn,Sn as Qt,Ti as R,Rt as Rn,fr as Rt,ai as S,sn as Sn,Ur as St,bi as T,Tt as Tn,Lr as Tt,Gi as U,ht as Un,q as Ut,Bi as V,mt as Vn,pr as Vt,Vi as W,gt as Wn,sr as Wt,Oi as X,z as Xn,Yn as Xt,oi as Y,_t as Yn,Zn as Yt,ci as Z,tt as Zn,qn as Zt,Ci as _,Ut as _n,ji as _t,pa as a,Qt as an,me as ar,Qi as at,ni as b,kt as bn,Br as bt,la as c,Kt as cn,Yi as ct,fi as d,$t as dn,ii as dt,an as en,Ae as er,ti as et,si as f,Ft as fn,oa as ft,_i as g,Yt as gn,ia as gt,hi as h,Gt as hn,ra as ht,va as i,zt as in,C as ir,di as it,Ii as j,At as jn,kr as jt,ei as k,Nt as kn,Fr as kt,ea as l,Dt as ln,Ki as lt,gi as m,Bt as mn,$i as mt,zo as n,Xt as nn,F as nr,ri as nt,fa as o,tn as on,Ai as ot,yi as p,Vt as pn,aa as pt,qi as q,V as qn,cr as qt,Ho as r,qt as rn,Me as rr,Ni as rt,da as s,Et as sn,mi as st,Bo as t,rn as tn,L as tr,ui as tt,$r as u,wt as un,Qr as ut,Si as v,Jt as vn,vi as vt,xi as w,Mt as wn,Hr as wt,Ui as x,nn as xn,Rr as xt,wi as y,Wt as yn,ca as yt,Ei as z,Lt as zn,hr as zt};